//go:build !cairn_next

package sqlstore

import "embed"

//go:embed migrations/*.sql
var migrations embed.FS
