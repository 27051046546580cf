package org

import "github.com/cairnstack/cairn/internal/fault"

// check applies the rules of scaling to s, the outcome of p.
func (s Scaling) check(rules *fault.Rules, p ScalingPatch) {
	checkWord(rules, "autoscalingMode", s.Mode, []AutoscalingMode{AutoscaleVertical, AutoscaleHorizontal})
	checkMemory(rules, "minReplicaMemoryGb", s.MinReplicaMemoryGB)
	checkMemory(rules, "maxReplicaMemoryGb", s.MaxReplicaMemoryGB)
	rules.Check(s.MinReplicaMemoryGB <= s.MaxReplicaMemoryGB, "minReplicaMemoryGb", "range",
		"must not be greater than maxReplicaMemoryGb")
	checkRange(rules, "numReplicas", s.NumReplicas, 1, ReplicasMax)
	s.checkReplicas(rules, p)
	if s.IdleScaling || p.IdleTimeoutMinutes != nil {
		checkRange(rules, "idleTimeoutMinutes", s.IdleTimeoutMinutes, IdleTimeoutMinutesMin, IdleTimeoutMinutesMax)
	}
}

func checkMemory(rules *fault.Rules, path string, memoryGB int) {
	checkRange(rules, path, memoryGB, ReplicaMemoryGBMin, ReplicaMemoryGBMax)
	rules.Check(memoryGB%ReplicaMemoryGBStep == 0, path, "multiple_of",
		"must be a multiple of %d", ReplicaMemoryGBStep)
}

func (s Scaling) checkReplicas(rules *fault.Rules, p ScalingPatch) {
	if s.Mode != AutoscaleHorizontal {
		const rule = "must not be given unless autoscalingMode is horizontal"
		rules.Check(p.MinReplicas == nil, "minReplicas", "forbidden", rule)
		rules.Check(p.MaxReplicas == nil, "maxReplicas", "forbidden", rule)
		return
	}
	checkRange(rules, "minReplicas", s.MinReplicas, 1, ReplicasMax)
	checkRange(rules, "maxReplicas", s.MaxReplicas, 1, ReplicasMax)
	rules.Check(s.MinReplicas <= s.MaxReplicas, "minReplicas", "range", "must not be greater than maxReplicas")
}
