package clustertest

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
)

// configText says to an engine which shards there are.
func configText(ports []int) string {
	var shards strings.Builder
	for _, port := range ports {
		fmt.Fprintf(&shards, "<shard><replica><host>127.0.0.1</host><port>%d</port><user>%s</user><password>%s</password></replica></shard>",
			port, user, password)
	}
	return "<remote_servers><" + Name + ">" + shards.String() + "</" + Name + "></remote_servers>"
}

// usersText is a user that may do what Cairn needs on a cluster.
func usersText() string {
	grants := []string{
		"GRANT SHOW DATABASES ON default.*",
		"GRANT SHOW, SELECT, INSERT, ALTER, CREATE, DROP, TRUNCATE, OPTIMIZE ON cairn_*.*",
		"GRANT TABLE ENGINE ON *",
		"GRANT SHOW, SELECT ON system.*",
		"GRANT KILL QUERY, SYSTEM FLUSH LOGS ON *.*",
		"GRANT REMOTE, CREATE TEMPORARY TABLE ON *.*",
	}
	sum := sha256.Sum256([]byte(password))
	var queries strings.Builder
	for _, grant := range grants {
		queries.WriteString("<query>" + grant + "</query>")
	}
	return "<" + user + "><password_sha256_hex>" + hex.EncodeToString(sum[:]) + "</password_sha256_hex>" +
		"<networks><ip>127.0.0.1</ip></networks><profile>default</profile><grants>" + queries.String() + "</grants></" + user + ">"
}
