package query

// Warning says what an answer should be read with.
type Warning struct {
	Path        string   // of the text that it is about
	Name        string   // as it was written; empty where it is not about a name
	Reason      string   // where it is not about a name
	LeftOut     bool     // the text does not narrow anything because of it
	Suggestions []string // names that are known, the nearest first
}
