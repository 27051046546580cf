package compile

// ReadInstant reads the time that a text states.
var ReadInstant = readInstant
