CREATE TABLE IF NOT EXISTS `cairn_0123456789abcdef01234567`.`schema_migrations_local` ON CLUSTER `stones`
(
    version    UInt32,
    name       String,
    applied_at DateTime64(3, 'UTC') DEFAULT now64(3, 'UTC')
)
ENGINE = ReplicatedReplacingMergeTree
ORDER BY version
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

CREATE TABLE IF NOT EXISTS `cairn_0123456789abcdef01234567`.`schema_migrations` ON CLUSTER `stones` AS `cairn_0123456789abcdef01234567`.`schema_migrations_local`
ENGINE = Distributed('stones', 'cairn_0123456789abcdef01234567', 'schema_migrations_local', version);

CREATE TABLE IF NOT EXISTS `cairn_0123456789abcdef01234567`.`logs_local` ON CLUSTER `stones`
(
    Time              DateTime('UTC') DEFAULT toDateTime(Timestamp, 'UTC') CODEC(Delta(4), ZSTD(1)),
    Timestamp         DateTime64(9, 'UTC')                CODEC(Delta(8), ZSTD(1)),
    ObservedDelta     Int64                               CODEC(ZSTD(1)),
    TraceId           FixedString(16)                     CODEC(ZSTD(1)),
    SpanId            FixedString(8)                      CODEC(ZSTD(1)),
    TraceFlags        UInt8                               CODEC(ZSTD(1)),
    SeverityText      LowCardinality(String)              CODEC(ZSTD(1)),
    SeverityNumber    UInt8                               CODEC(ZSTD(1)),
    ServiceName       LowCardinality(String)              CODEC(ZSTD(1)),
    Body              String                              CODEC(ZSTD(1)),
    EventName         LowCardinality(String)              CODEC(ZSTD(1)),
    Resource          LowCardinality(String)              CODEC(ZSTD(1)),
    ResourceSchemaUrl LowCardinality(String)              CODEC(ZSTD(1)),
    ScopeName         LowCardinality(String)              CODEC(ZSTD(1)),
    ScopeVersion      LowCardinality(String)              CODEC(ZSTD(1)),
    ScopeSchemaUrl    LowCardinality(String)              CODEC(ZSTD(1)),
    Scope             LowCardinality(String)              CODEC(ZSTD(1)),
    LogAttributes     Map(LowCardinality(String), String) CODEC(ZSTD(1)),
    batch_id          FixedString(16)                     CODEC(ZSTD(1)),

    BodyWords String ALIAS replaceRegexpAll(lower(Body), '[a-z]*[0-9][a-z0-9]*', ' '),

    INDEX body_words replaceRegexpAll(lower(Body), '[a-z]*[0-9][a-z0-9]*', ' ')
        TYPE text(tokenizer = 'splitByNonAlpha', posting_list_codec = 'bitpacking'),
    INDEX trace_id TraceId TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX timestamp_range Timestamp TYPE minmax GRANULARITY 1,
    INDEX batch_range batch_id TYPE minmax GRANULARITY 1,

    PROJECTION per_minute
    (
        SELECT toStartOfMinute(Time), ServiceName, SeverityText, count()
        GROUP BY toStartOfMinute(Time), ServiceName, SeverityText
    )
)
ENGINE = ReplicatedMergeTree
PARTITION BY toDate(Time)
ORDER BY (toStartOfFiveMinutes(Time), ServiceName, Timestamp)
TTL Time + INTERVAL 30 DAY
SETTINGS
    index_granularity = 2048,
    ttl_only_drop_parts = 1,
    non_replicated_deduplication_window = 1000,
    fsync_after_insert = 1,
    fsync_part_directory = 1,
    auto_statistics_types = '',
    map_serialization_version = 'with_buckets',
    map_serialization_version_for_zero_level_parts = 'basic',
    map_buckets_min_avg_size = 4;

CREATE TABLE IF NOT EXISTS `cairn_0123456789abcdef01234567`.`logs` ON CLUSTER `stones` AS `cairn_0123456789abcdef01234567`.`logs_local`
ENGINE = Distributed('stones', 'cairn_0123456789abcdef01234567', 'logs_local', cityHash64(batch_id));

CREATE VIEW IF NOT EXISTS `cairn_0123456789abcdef01234567`.`otel_logs` ON CLUSTER `stones` AS
SELECT
    l.Timestamp                                                                  AS Timestamp,
    l.Time                                                                       AS TimestampTime,
    if(l.TraceId = toFixedString('', 16), '', lower(hex(l.TraceId)))             AS TraceId,
    if(l.SpanId = toFixedString('', 8), '', lower(hex(l.SpanId)))                AS SpanId,
    l.TraceFlags                                                                 AS TraceFlags,
    l.SeverityText                                                               AS SeverityText,
    l.SeverityNumber                                                             AS SeverityNumber,
    l.ServiceName                                                                AS ServiceName,
    l.Body                                                                       AS Body,
    l.ResourceSchemaUrl                                                          AS ResourceSchemaUrl,
    JSONExtract(l.Resource, 'Map(LowCardinality(String), String)')               AS ResourceAttributes,
    l.ScopeSchemaUrl                                                             AS ScopeSchemaUrl,
    l.ScopeName                                                                  AS ScopeName,
    l.ScopeVersion                                                               AS ScopeVersion,
    JSONExtract(l.Scope, 'Map(LowCardinality(String), String)')                  AS ScopeAttributes,
    l.LogAttributes                                                              AS LogAttributes,
    l.EventName                                                                  AS EventName
FROM `cairn_0123456789abcdef01234567`.`logs` AS l;
