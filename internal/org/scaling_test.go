package org_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/org"
)

func TestScale(t *testing.T) {
	t.Parallel()
	f := func(name string, patch org.ScalingPatch, edit func(*org.Scaling), changed ...org.ActivityType) {
		t.Helper()
		want := org.DefaultScaling()
		edit(&want)
		got, words, err := service().Scale(patch)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if diff := cmp.Diff(want, got.Scaling); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if diff := cmp.Diff(changed, words); diff != "" {
			t.Errorf("%s: changed (-want +got):\n%s", name, diff)
		}
	}
	f("nothing", org.ScalingPatch{}, func(*org.Scaling) {})
	f("memory", org.ScalingPatch{MinReplicaMemoryGB: ptr(12), MaxReplicaMemoryGB: ptr(356)},
		func(s *org.Scaling) { s.MinReplicaMemoryGB, s.MaxReplicaMemoryGB = 12, 356 }, org.ActivityServiceMemory)
	f("replicas", org.ScalingPatch{NumReplicas: ptr(org.ReplicasMax)}, func(s *org.Scaling) { s.NumReplicas = 20 }, org.ActivityServiceReplicas)
	f("idling off", org.ScalingPatch{IdleScaling: ptr(false)},
		func(s *org.Scaling) { s.IdleScaling, s.IdleTimeoutMinutes = false, 0 }, org.ActivityServiceIdling)
	f("idle timeout", org.ScalingPatch{IdleTimeoutMinutes: ptr(5)}, func(s *org.Scaling) { s.IdleTimeoutMinutes = 5 }, org.ActivityServiceIdling)
	f("horizontal", org.ScalingPatch{Mode: ptr(org.AutoscaleHorizontal), MaxReplicas: ptr(4)},
		func(s *org.Scaling) { s.Mode, s.MinReplicas, s.MaxReplicas = org.AutoscaleHorizontal, 1, 4 }, org.ActivityServiceReplicas)
}

func TestScaleThereAndBack(t *testing.T) {
	t.Parallel()
	s := service()
	for _, patch := range []org.ScalingPatch{
		{Mode: ptr(org.AutoscaleHorizontal)}, {Mode: ptr(org.AutoscaleVertical)},
		{IdleScaling: ptr(false)}, {IdleScaling: ptr(true)},
	} {
		var err error
		if s, _, err = s.Scale(patch); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(org.DefaultScaling(), s.Scaling); diff != "" {
		t.Errorf("scaling (-want +got):\n%s", diff)
	}
}

func TestScaleRefuses(t *testing.T) {
	t.Parallel()
	f := func(name string, patch org.ScalingPatch, paths ...string) {
		t.Helper()
		_, _, err := service().Scale(patch)
		wantPaths(t, name, err, paths...)
	}
	f("too little memory", org.ScalingPatch{MinReplicaMemoryGB: ptr(4)}, "minReplicaMemoryGb")
	f("no multiple", org.ScalingPatch{MinReplicaMemoryGB: ptr(10)}, "minReplicaMemoryGb")
	f("too much memory", org.ScalingPatch{MaxReplicaMemoryGB: ptr(360)}, "maxReplicaMemoryGb")
	f("least above most", org.ScalingPatch{MinReplicaMemoryGB: ptr(128)}, "minReplicaMemoryGb")
	f("no replicas", org.ScalingPatch{NumReplicas: ptr(0)}, "numReplicas")
	f("too many replicas", org.ScalingPatch{NumReplicas: ptr(21)}, "numReplicas")
	f("idle timeout too short", org.ScalingPatch{IdleTimeoutMinutes: ptr(4)}, "idleTimeoutMinutes")
	f("idle timeout too long", org.ScalingPatch{IdleTimeoutMinutes: ptr(org.IdleTimeoutMinutesMax + 1)}, "idleTimeoutMinutes")
	f("unknown mode", org.ScalingPatch{Mode: ptr(org.AutoscalingMode("x"))}, "autoscalingMode")
	f("bounds without horizontal", org.ScalingPatch{MinReplicas: ptr(1), MaxReplicas: ptr(2)}, "minReplicas", "maxReplicas")
	f("bounds swapped", org.ScalingPatch{Mode: ptr(org.AutoscaleHorizontal), MinReplicas: ptr(5), MaxReplicas: ptr(4)}, "minReplicas")
	gone := service()
	gone.State = org.ServiceTerminating
	_, _, err := gone.Scale(org.ScalingPatch{})
	wantConflict(t, "on its way out", err, "being deleted")
}
