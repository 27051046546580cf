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

// operator is a user who may do everything, with the password of the other.
const operator = "operator"

func operatorText() string {
	sum := sha256.Sum256([]byte(password))
	return "<" + operator + "><password_sha256_hex>" + hex.EncodeToString(sum[:]) + "</password_sha256_hex>" +
		"<networks><ip>127.0.0.1</ip></networks><profile>default</profile><grants><query>GRANT ALL ON *.*</query></grants></" + operator + ">"
}

// replicatedText says to an engine which shards there are, with so many replicas
// each.
func replicatedText(ports []int, replicas int) string {
	var shards strings.Builder
	for i, port := range ports {
		if i%replicas == 0 {
			shards.WriteString("<shard><internal_replication>true</internal_replication>")
		}
		fmt.Fprintf(&shards, "<replica><host>127.0.0.1</host><port>%d</port><user>%s</user><password>%s</password></replica>", port, user, password)
		if (i+1)%replicas == 0 {
			shards.WriteString("</shard>")
		}
	}
	return "<remote_servers><" + Name + ">" + shards.String() + "</" + Name + "></remote_servers>"
}

// keeperText says to an engine where its Keeper is, and where replicas meet. An
// embedded engine has no uuid of a server, by which others know its session.
func keeperText(port int, s *Shard) string {
	return fmt.Sprintf("<zookeeper><node><host>127.0.0.1</host><port>%d</port></node><session_timeout_ms>3000</session_timeout_ms>", port) +
		fmt.Sprintf("<sessions_path>/clickhouse/sessions/%d/%d</sessions_path></zookeeper>", s.Number, s.Replica) +
		"<default_replica_path>/clickhouse/tables/{database}/{table}/{shard}</default_replica_path>"
}
