# Keeps a PostgreSQL cluster for as long as its standard input stays open.
# A line "stop" ends the server as an operator would, "start" starts it again;
# both are answered with a line.
# Arguments: folder of the server programs, folder for the cluster, host,
# port, role, password.
bin=$1 dir=$2 host=$3 port=$4 role=$5 password=$6
trap '' INT TERM HUP

# Of the ways to keep a password, this one is checked in no time; the default
# takes thousands of rounds of hashing for each connection.
make_cluster() {
	printf '%s\n' "$password" >"$dir/password" &&
		"$bin/initdb" -D "$dir/pg" -U "$role" --pwfile="$dir/password" --auth=md5 \
			--encoding=UTF8 --locale=C --no-sync >>"$dir/log" 2>&1
}

start_server() {
	"$bin/postgres" -D "$dir/pg" -p "$port" -c listen_addresses="$host" -c unix_socket_directories= \
		-c fsync=off -c synchronous_commit=off -c full_page_writes=off \
		-c wal_level=minimal -c max_wal_senders=0 -c autovacuum=off -c jit=off \
		-c shared_buffers=32MB -c max_connections=200 </dev/null >>"$dir/log" 2>&1 &
	server=$!
}

# The server writes into this file when it takes connections.
wait_until_ready() {
	until grep -q '^ready' "$dir/pg/postmaster.pid" 2>/dev/null; do
		kill -0 "$server" 2>/dev/null || return 1
		sleep 0.05
	done
}

if make_cluster && start_server && wait_until_ready; then
	echo ready
else
	echo failed
fi

while read -r word; do
	case $word in
	stop) kill -INT "$server" && wait "$server"; echo stopped ;;
	start) if start_server && wait_until_ready; then echo ready; else echo failed; fi ;;
	esac
done
if [ -n "$server" ]; then
	kill -QUIT "$server" 2>/dev/null
	wait "$server"
fi
cd / && rm -rf "$dir"
