# Keeps a PostgreSQL cluster for as long as its standard input stays open.
# Arguments: folder of the server programs, folder for the cluster, port,
# role, password.
bin=$1 dir=$2 port=$3 role=$4 password=$5
trap '' INT TERM HUP

make_cluster() {
	printf '%s\n' "$password" >"$dir/password" &&
		"$bin/initdb" -D "$dir/pg" -U "$role" --pwfile="$dir/password" --auth=password \
			--encoding=UTF8 --locale=C --no-sync
}

start_server() {
	options="-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories="
	options="$options -c fsync=off -c synchronous_commit=off -c full_page_writes=off"
	options="$options -c wal_level=minimal -c max_wal_senders=0 -c autovacuum=off -c jit=off"
	options="$options -c shared_buffers=32MB -c max_connections=200"
	"$bin/pg_ctl" -D "$dir/pg" -l "$dir/log" -o "$options" -w -t 100 start
}

if make_cluster >>"$dir/log" 2>&1 && start_server >>"$dir/log" 2>&1; then
	echo ready
else
	echo failed
fi

cat >/dev/null
"$bin/pg_ctl" -D "$dir/pg" -m immediate -w -t 30 stop >/dev/null 2>&1
cd / && rm -rf "$dir"
