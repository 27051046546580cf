//go:build !cairn_next

package tables

import "embed"

// schemaFiles are the migrations of a team's database, one file per version.
//
//go:embed schema/*.sql
var schemaFiles embed.FS
