package diskguard

// Prefix begins each line that the guard prints to standard error.
const Prefix = "disk guard: "

// Options say which library is guarded.
type Options struct {
	// Path is the library's file.
	Path string
	// Anchor is a function of the library, and AnchorAddress where it was
	// loaded.
	Anchor        string
	AnchorAddress uintptr
	// IsDisposable reports whether text for the file may be dropped when the
	// disk is full.
	IsDisposable func(path string) bool
	// CheckPlace reports why the library must not make folders; nil: it may.
	CheckPlace func() error
}
