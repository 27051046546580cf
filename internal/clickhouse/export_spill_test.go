package clickhouse

// SpillRoom divides room as a client does.
type SpillRoom struct {
	room   spillRoom
	leaves []func()
}

// NewSpillRoom returns one that nothing was taken from.
func NewSpillRoom() *SpillRoom { return &SpillRoom{} }

// Enter returns the room of a further read.
func (s *SpillRoom) Enter(room int64) int64 {
	bytes, leave := s.room.enter(room)
	s.leaves = append(s.leaves, leave)
	return bytes
}

// LeaveAll ends all reads.
func (s *SpillRoom) LeaveAll() {
	for _, leave := range s.leaves {
		leave()
	}
	s.leaves = nil
}
