// Package compile makes SQL of a user's tree. It is the only package that
// does: known columns, allow-listed functions, bound values.
package compile
