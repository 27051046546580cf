//go:build cairn_next

package tables

import "embed"

// schemaFiles are those of a program that is newer than this one, for tests of
// upgrades.
//
//go:embed schema/*.sql schema/next/*.sql
var schemaFiles embed.FS
