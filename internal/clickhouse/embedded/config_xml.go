package embedded

const configTemplate = `<clickhouse>
    <path>{{xml .DataPath}}</path>
    <listen_host>{{.Host}}</listen_host>
    <tcp_port>{{.Port}}</tcp_port>
    <timezone>UTC</timezone>
    <history_file>{{xml .HistoryPath}}</history_file>
    <disable_suggestion>1</disable_suggestion>
    <highlight>0</highlight>
    <log-level>warning</log-level>
    <logger>
        <log>{{xml .LogPath}}</log>
        <size>{{.LogBytes}}</size>
        <count>{{.LogFiles}}</count>
    </logger>
    <macros><cairn_start>{{.Nonce}}</cairn_start>{{.Peering.Macros}}</macros>
    <user_directories><users_xml><path>{{xml .UsersPath}}</path></users_xml></user_directories>
    <access_control_improvements>
        <settings_constraints_replace_previous>true</settings_constraints_replace_previous>
        <select_from_system_db_requires_grant>true</select_from_system_db_requires_grant>
        <select_from_information_schema_requires_grant>true</select_from_information_schema_requires_grant>
    </access_control_improvements>
    <max_server_memory_usage>{{.MemoryBytes}}</max_server_memory_usage>
    <max_concurrent_queries>{{.QueriesMax}}</max_concurrent_queries>
    <uncompressed_cache_size>{{.BlockCacheBytes}}</uncompressed_cache_size>
    <mark_cache_size>{{.MarkCacheBytes}}</mark_cache_size>
    <index_mark_cache_size>{{.IndexCacheBytes}}</index_mark_cache_size>
    <primary_index_cache_size>{{.IndexCacheBytes}}</primary_index_cache_size>
    <text_index_tokens_cache_size>{{.IndexCacheBytes}}</text_index_tokens_cache_size>
    <text_index_header_cache_size>{{.IndexCacheBytes}}</text_index_header_cache_size>
    <text_index_postings_cache_size>{{.IndexCacheBytes}}</text_index_postings_cache_size>
    <background_pool_size>{{.MergeThreads}}</background_pool_size>
    <background_schedule_pool_size>8</background_schedule_pool_size>
    <storage_configuration><disks><default>
        <keep_free_space_bytes>{{.KeepFreeBytes}}</keep_free_space_bytes>
    </default></disks></storage_configuration>
    <merge_tree>
        <max_suspicious_broken_parts>{{.BrokenPartsMax}}</max_suspicious_broken_parts>
        <max_suspicious_broken_parts_bytes>{{.BrokenBytesMax}}</max_suspicious_broken_parts_bytes>
        <min_rows_to_fsync_after_merge>1</min_rows_to_fsync_after_merge>
    </merge_tree>
    <query_log>
        <database>system</database>
        <table>query_log</table>
        <ttl>event_date + INTERVAL 2 DAY</ttl>
        <flush_interval_milliseconds>60000</flush_interval_milliseconds>
    </query_log>
    {{- .Peering.Config}}
</clickhouse>
`

// The user default belongs to the engine's local session, which can't have a
// password. That session holds the user's only slot, so nobody else gets in.
const usersTemplate = `<clickhouse>
    <profiles>
        <default><log_queries_min_type>QUERY_FINISH</log_queries_min_type></default>
        <local_session><max_sessions_for_user>1</max_sessions_for_user></local_session>
        {{- range .Users}}
        <{{.Name}}>
            <max_concurrent_queries_for_user>{{.QueriesMax}}</max_concurrent_queries_for_user>
            {{- range .Settings}}
            <{{.Name}}>{{xml .Value}}</{{.Name}}>
            {{- end}}
            {{- if .Constraints}}
            <constraints>
                {{- range .Constraints}}
                <{{.Name}}>
                    {{- if .Min}}<min>{{.Min}}</min>{{end}}
                    {{- if .Max}}<max>{{.Max}}</max>{{end}}<changeable_in_readonly/></{{.Name}}>
                {{- end}}
            </constraints>
            {{- end}}
        </{{.Name}}>
        {{- end}}
    </profiles>
    <users>
        <default>
            <password></password>
            <networks><ip>{{.Host}}</ip></networks>
            <profile>local_session</profile>
            <grants>
                <query>GRANT SYSTEM LISTEN ON *.*</query>
            </grants>
        </default>
        {{- range .Users}}
        <{{.Name}}>
            <password_sha256_hex>{{.PasswordHash}}</password_sha256_hex>
            <networks><ip>{{.Host}}</ip></networks>
            <profile>{{.Name}}</profile>
            <grants>
                {{- range .Grants}}
                <query>{{xml .}}</query>
                {{- end}}
            </grants>
        </{{.Name}}>
        {{- end}}
        {{- .Peering.Users}}
    </users>
</clickhouse>
`
