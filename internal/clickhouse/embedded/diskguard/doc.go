// Package diskguard keeps failed writes from a C library that ignores them.
//
// The engine library goes on after a write that failed: it syncs the file,
// renames it into place and drops what the file was to replace. Install
// replaces the library's write and sync functions. A write to a full disk
// then waits until there is room, and a disk that fails ends the process
// before anything is renamed. A folder is made only while the data is at its
// path: the library would make a new tree at the old path of one that was moved.
//
// Only Linux has the replacement; elsewhere Install does nothing.
package diskguard
