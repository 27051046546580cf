package org

import (
	"time"

	"github.com/cairnstack/cairn/internal/fault"
)

// The limits of scaling.
const (
	ReplicaMemoryGBMin    = 8
	ReplicaMemoryGBMax    = 356
	ReplicaMemoryGBStep   = 4
	ReplicasMax           = 20
	IdleTimeoutMinutesMin = 5
	IdleTimeoutMinutesMax = 7 * 24 * 60
)

// What a service gets that does not say.
const (
	defaultMinReplicaMemoryGB = 8
	defaultMaxReplicaMemoryGB = 120
	defaultReplicas           = 1
	defaultIdleTimeoutMinutes = 15
)

// AutoscalingMode is what scaling changes: the memory of the replicas or
// their number.
type AutoscalingMode string

// The autoscaling modes.
const (
	AutoscaleVertical   AutoscalingMode = "vertical"
	AutoscaleHorizontal AutoscalingMode = "horizontal"
)

// Scaling is how large a service is and when it goes idle. The sizes are
// kept and answered; one engine serves them all.
type Scaling struct {
	Mode               AutoscalingMode
	MinReplicaMemoryGB int
	MaxReplicaMemoryGB int
	NumReplicas        int
	MinReplicas        int // 0 unless Mode is horizontal
	MaxReplicas        int // 0 unless Mode is horizontal
	IdleScaling        bool
	IdleTimeoutMinutes int // 0: none, which only a service that does not idle has
}

// DefaultScaling is the scaling of a service that does not say.
func DefaultScaling() Scaling {
	return Scaling{
		Mode:               AutoscaleVertical,
		MinReplicaMemoryGB: defaultMinReplicaMemoryGB,
		MaxReplicaMemoryGB: defaultMaxReplicaMemoryGB,
		NumReplicas:        defaultReplicas,
		IdleScaling:        true,
		IdleTimeoutMinutes: defaultIdleTimeoutMinutes,
	}
}

// ScalingPatch is an update of a service's scaling. The zero value changes
// nothing.
type ScalingPatch struct {
	Mode               *AutoscalingMode
	MinReplicaMemoryGB *int
	MaxReplicaMemoryGB *int
	NumReplicas        *int
	MinReplicas        *int
	MaxReplicas        *int
	IdleScaling        *bool
	IdleTimeoutMinutes *int
}

// Scale returns the service after the patch and what changed. It returns a
// Conflict fault for a service on its way out, and an Invalid one that names
// every broken rule.
func (s Service) Scale(p ScalingPatch) (Service, []ActivityType, error) {
	if err := s.checkAlive(); err != nil {
		return Service{}, nil, err
	}
	after := s.Scaling.patched(p)
	var rules fault.Rules
	after.check(&rules, p)
	if err := rules.Err(); err != nil {
		return Service{}, nil, err
	}
	changed := after.changed(s.Scaling)
	s.Scaling = after
	return s, changed, nil
}

// idleTimeout returns how long the service may do nothing before it idles.
func (s Scaling) idleTimeout() (time.Duration, bool) {
	return time.Duration(s.IdleTimeoutMinutes) * time.Minute, s.IdleScaling && s.IdleTimeoutMinutes > 0
}

func (s Scaling) patched(p ScalingPatch) Scaling {
	set(&s.Mode, p.Mode)
	set(&s.MinReplicaMemoryGB, p.MinReplicaMemoryGB)
	set(&s.MaxReplicaMemoryGB, p.MaxReplicaMemoryGB)
	set(&s.NumReplicas, p.NumReplicas)
	if s.Mode == AutoscaleHorizontal && s.MinReplicas == 0 && s.MaxReplicas == 0 {
		s.MinReplicas, s.MaxReplicas = s.NumReplicas, s.NumReplicas
	}
	if s.Mode == AutoscaleVertical {
		s.MinReplicas, s.MaxReplicas = 0, 0
	}
	set(&s.MinReplicas, p.MinReplicas)
	set(&s.MaxReplicas, p.MaxReplicas)
	return s.idlePatched(p)
}

// idlePatched forgets the timeout of a service that stops idling, and keeps one
// that was given while it does not idle.
func (s Scaling) idlePatched(p ScalingPatch) Scaling {
	switched := set(&s.IdleScaling, p.IdleScaling)
	switch {
	case p.IdleTimeoutMinutes != nil:
		s.IdleTimeoutMinutes = *p.IdleTimeoutMinutes
	case !s.IdleScaling && switched:
		s.IdleTimeoutMinutes = 0
	case s.IdleScaling && s.IdleTimeoutMinutes == 0:
		s.IdleTimeoutMinutes = defaultIdleTimeoutMinutes
	}
	return s
}

func (s Scaling) changed(before Scaling) []ActivityType {
	var changed []ActivityType
	if s.MinReplicaMemoryGB != before.MinReplicaMemoryGB || s.MaxReplicaMemoryGB != before.MaxReplicaMemoryGB {
		changed = append(changed, ActivityServiceMemory)
	}
	if s.IdleScaling != before.IdleScaling || s.IdleTimeoutMinutes != before.IdleTimeoutMinutes {
		changed = append(changed, ActivityServiceIdling)
	}
	replicas := func(s Scaling) [3]int { return [3]int{s.NumReplicas, s.MinReplicas, s.MaxReplicas} }
	if s.Mode != before.Mode || replicas(s) != replicas(before) {
		changed = append(changed, ActivityServiceReplicas)
	}
	return changed
}
