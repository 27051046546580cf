-- Spans: physical columns chosen for speed. The view otel_traces below shows
-- them under OpenTelemetry's names.

CREATE TABLE IF NOT EXISTS {{stored "spans"}}
(
    Time                DateTime('UTC') DEFAULT toDateTime(Timestamp, 'UTC') CODEC(Delta(4), ZSTD(1)),
    Timestamp           DateTime64(9, 'UTC')                CODEC(Delta(8), ZSTD(1)),
    Duration            UInt64                              CODEC(ZSTD(1)),
    TraceId             FixedString(16)                     CODEC(ZSTD(1)),
    SpanId              FixedString(8)                      CODEC(ZSTD(1)),
    ParentSpanId        FixedString(8)                      CODEC(ZSTD(1)),
    TraceState          LowCardinality(String)              CODEC(ZSTD(1)),
    SpanName            LowCardinality(String)              CODEC(ZSTD(1)),
    SpanKind            LowCardinality(String)              CODEC(ZSTD(1)),
    StatusCode          LowCardinality(String)              CODEC(ZSTD(1)),
    StatusMessage       String                              CODEC(ZSTD(1)),
    ServiceName         LowCardinality(String)              CODEC(ZSTD(1)),
    Resource            LowCardinality(String)              CODEC(ZSTD(1)),
    ResourceSchemaUrl   LowCardinality(String)              CODEC(ZSTD(1)),
    ScopeName           LowCardinality(String)              CODEC(ZSTD(1)),
    ScopeVersion        LowCardinality(String)              CODEC(ZSTD(1)),
    ScopeSchemaUrl      LowCardinality(String)              CODEC(ZSTD(1)),
    Scope               LowCardinality(String)              CODEC(ZSTD(1)),
    SpanAttributes      Map(LowCardinality(String), String) CODEC(ZSTD(1)),
    `Events.Timestamp`  Array(DateTime64(9, 'UTC'))         CODEC(ZSTD(1)),
    `Events.Name`       Array(LowCardinality(String))       CODEC(ZSTD(1)),
    `Events.Attributes` Array(String)                       CODEC(ZSTD(1)),
    `Links.TraceId`     Array(FixedString(16))              CODEC(ZSTD(1)),
    `Links.SpanId`      Array(FixedString(8))               CODEC(ZSTD(1)),
    `Links.TraceState`  Array(LowCardinality(String))       CODEC(ZSTD(1)),
    `Links.Attributes`  Array(String)                       CODEC(ZSTD(1)),
    batch_id            LowCardinality(FixedString(16))     CODEC(ZSTD(1)),

    INDEX trace_id TraceId TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX timestamp_range Timestamp TYPE minmax GRANULARITY 1,
    INDEX duration_range Duration TYPE minmax GRANULARITY 1,
    INDEX batch_range batch_id TYPE minmax GRANULARITY 1,

    PROJECTION per_minute
    (
        SELECT toStartOfMinute(Time), ServiceName, SpanName, StatusCode, count(), sum(Duration), max(Duration)
        GROUP BY toStartOfMinute(Time), ServiceName, SpanName, StatusCode
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

{{distributed "spans" "cityHash64(batch_id)"}};

CREATE VIEW IF NOT EXISTS {{name "otel_traces"}} AS
SELECT
    s.Timestamp                                                                  AS Timestamp,
    if(s.TraceId = toFixedString('', 16), '', lower(hex(s.TraceId)))             AS TraceId,
    if(s.SpanId = toFixedString('', 8), '', lower(hex(s.SpanId)))                AS SpanId,
    if(s.ParentSpanId = toFixedString('', 8), '', lower(hex(s.ParentSpanId)))    AS ParentSpanId,
    s.TraceState                                                                 AS TraceState,
    s.SpanName                                                                   AS SpanName,
    s.SpanKind                                                                   AS SpanKind,
    s.ServiceName                                                                AS ServiceName,
    s.ResourceSchemaUrl                                                          AS ResourceSchemaUrl,
    JSONExtract(s.Resource, 'Map(LowCardinality(String), String)')               AS ResourceAttributes,
    s.ScopeSchemaUrl                                                             AS ScopeSchemaUrl,
    s.ScopeName                                                                  AS ScopeName,
    s.ScopeVersion                                                               AS ScopeVersion,
    JSONExtract(s.Scope, 'Map(LowCardinality(String), String)')                  AS ScopeAttributes,
    {{attributes "s.SpanAttributes"}}                                            AS SpanAttributes,
    s.Duration                                                                   AS Duration,
    s.StatusCode                                                                 AS StatusCode,
    s.StatusMessage                                                              AS StatusMessage,
    s.`Events.Timestamp`                                                         AS `Events.Timestamp`,
    s.`Events.Name`                                                              AS `Events.Name`,
    arrayMap(x -> JSONExtract(x, 'Map(LowCardinality(String), String)'), s.`Events.Attributes`) AS `Events.Attributes`,
    arrayMap(x -> lower(hex(x)), s.`Links.TraceId`)                              AS `Links.TraceId`,
    arrayMap(x -> lower(hex(x)), s.`Links.SpanId`)                               AS `Links.SpanId`,
    s.`Links.TraceState`                                                         AS `Links.TraceState`,
    arrayMap(x -> JSONExtract(x, 'Map(LowCardinality(String), String)'), s.`Links.Attributes`) AS `Links.Attributes`,
    greatest(toUInt64OrZero({{attributes "s.SpanAttributes"}}['SampleRate']), 1) AS SampleRate
FROM {{table "spans"}} AS s;
