-- Log records: physical columns chosen for speed. The view otel_logs below
-- shows them under OpenTelemetry's names.
--
-- A statement ends with a semicolon at the end of its line. Every statement
-- may run again after a crash, so each says IF NOT EXISTS.

CREATE TABLE IF NOT EXISTS {{stored "logs"}}
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
    batch_id          LowCardinality(FixedString(16))     CODEC(ZSTD(1)),

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
ENGINE = {{engine "MergeTree"}}
PARTITION BY toDate(Time)
ORDER BY (toStartOfFiveMinutes(Time), ServiceName, Timestamp)
TTL Time + INTERVAL 30 DAY
SETTINGS
    index_granularity = 2048,
    ttl_only_drop_parts = 1,
    materialize_ttl_recalculate_only = 1,
    non_replicated_deduplication_window = 1000,
    fsync_after_insert = 1,
    fsync_part_directory = 1,
    auto_statistics_types = '',
    map_serialization_version = 'with_buckets',
    map_serialization_version_for_zero_level_parts = 'basic',
    map_buckets_min_avg_size = 4;

{{distributed "logs" "cityHash64(batch_id)"}};

CREATE VIEW IF NOT EXISTS {{name "otel_logs"}} AS
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
    {{attributes "l.LogAttributes"}}                                             AS LogAttributes,
    l.EventName                                                                  AS EventName
FROM {{table "logs"}} AS l;
