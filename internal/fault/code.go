package fault

// Code is the name of a kind of rule in the details of a refusal. Clients
// compare it; the message is for people.
type Code struct {
	Name    string
	Meaning string
}

// Codes returns every code that leaves the server, in the order of the alphabet.
func Codes() []Code {
	return []Code{
		{"address", "the address is not one that the server may call"},
		{"conflict", "the value does not go with another one"},
		{"encoding", "the body is not UTF-8"},
		{"enum", "the value is none of the allowed ones"},
		{"expression", "the engine can't compute an expression"},
		{"field", "an expression names a field that does not exist or does not fit there"},
		{"forbidden", "the field or the value is not allowed here"},
		{"format", "the text does not have the form that it needs"},
		{"invalid", "the value is not valid for another reason"},
		{"items", "the number of items is not the allowed one"},
		{"limit", "a query or its result is over a limit"},
		{"lockout", "the change would lock out its caller"},
		{"max_items", "there are too many items or fields"},
		{"max_length", "the text is too long"},
		{"min_items", "there are too few items or fields"},
		{"min_length", "the text is too short"},
		{"multiple_of", "the number is not a multiple of another"},
		{"null", "null is not allowed"},
		{"place", "something lies with another provider or in another region"},
		{"range", "the number or the time is too small or too large"},
		{"reference", "what the value names does not exist"},
		{"required", "the value is missing or empty"},
		{"reserved", "the name is reserved"},
		{"same_as_email", "the password equals the e-mail address"},
		{"shape", "the value has none of the allowed shapes"},
		{"sql", "the statement of a raw SQL tile is not allowed"},
		{"syntax", "the text is not valid in its language: JSON, Lucene, SQL or formulas"},
		{"template", "the template names a variable or helper that does not exist"},
		{"text", "the text has characters that can't be stored"},
		{"type", "the value has another type"},
		{"unique", "the value is there already"},
		{"unknown_field", "the body has a field that is not known"},
		{"wrong", "the password is wrong"},
	}
}
