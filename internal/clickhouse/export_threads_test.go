package clickhouse

// ThreadShare divides cores as a client does.
type ThreadShare struct {
	share  threadShare
	leaves []func()
}

// NewThreadShare returns one that nothing was taken from.
func NewThreadShare() *ThreadShare { return &ThreadShare{} }

// Enter returns the threads of a further read.
func (s *ThreadShare) Enter(most int) int {
	threads, leave := s.share.enter(most)
	s.leaves = append(s.leaves, leave)
	return threads
}

// LeaveAll ends all reads.
func (s *ThreadShare) LeaveAll() {
	for _, leave := range s.leaves {
		leave()
	}
	s.leaves = nil
}
