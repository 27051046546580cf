//go:build cairn_next

package sqlstore

import "embed"

// A program that is newer than this one, for tests of upgrades.
//
//go:embed migrations/*.sql migrations/next/*.sql
var migrations embed.FS
