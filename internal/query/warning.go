package query

// Warning says what an answer should be read with.
type Warning struct {
	Path        string   // of the text that it is about
	Name        string   // as it was written
	Suggestions []string // names that are known, the nearest first
}
