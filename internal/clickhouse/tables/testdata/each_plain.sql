CREATE TABLE IF NOT EXISTS `cairn_0123456789abcdef01234567`.`schema_migrations_local`
(
    version    UInt32,
    name       String,
    applied_at DateTime64(3, 'UTC') DEFAULT now64(3, 'UTC')
)
ENGINE = ReplacingMergeTree
ORDER BY version
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

CREATE TABLE IF NOT EXISTS `cairn_0123456789abcdef01234567`.`schema_migrations` AS `cairn_0123456789abcdef01234567`.`schema_migrations_local`
ENGINE = Distributed('stones', 'cairn_0123456789abcdef01234567', 'schema_migrations_local', version);

CREATE TABLE IF NOT EXISTS `cairn_0123456789abcdef01234567`.`logs_local`
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
ENGINE = MergeTree
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

CREATE TABLE IF NOT EXISTS `cairn_0123456789abcdef01234567`.`logs` AS `cairn_0123456789abcdef01234567`.`logs_local`
ENGINE = Distributed('stones', 'cairn_0123456789abcdef01234567', 'logs_local', cityHash64(batch_id));

CREATE VIEW IF NOT EXISTS `cairn_0123456789abcdef01234567`.`otel_logs` AS
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
    l.LogAttributes                                             AS LogAttributes,
    l.EventName                                                                  AS EventName
FROM `cairn_0123456789abcdef01234567`.`logs` AS l;

CREATE TABLE IF NOT EXISTS `cairn_0123456789abcdef01234567`.`spans_local`
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
ENGINE = MergeTree
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

CREATE TABLE IF NOT EXISTS `cairn_0123456789abcdef01234567`.`spans` AS `cairn_0123456789abcdef01234567`.`spans_local`
ENGINE = Distributed('stones', 'cairn_0123456789abcdef01234567', 'spans_local', cityHash64(batch_id));

CREATE VIEW IF NOT EXISTS `cairn_0123456789abcdef01234567`.`otel_traces` AS
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
    s.SpanAttributes                                            AS SpanAttributes,
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
    greatest(toUInt64OrZero(s.SpanAttributes['SampleRate']), 1) AS SampleRate
FROM `cairn_0123456789abcdef01234567`.`spans` AS s;

CREATE TABLE IF NOT EXISTS `cairn_0123456789abcdef01234567`.`metrics_gauge_local`
(
    Time                           DateTime('UTC') DEFAULT toDateTime(Timestamp, 'UTC') CODEC(Delta(4), ZSTD(1)),
    Timestamp                      DateTime64(9, 'UTC')         CODEC(Delta(8), ZSTD(1)),
    StartTimestamp                 DateTime64(9, 'UTC')         CODEC(Delta(8), ZSTD(1)),
    Series                         UInt64                       CODEC(ZSTD(1)),
    ServiceName                    LowCardinality(String)       CODEC(ZSTD(1)),
    MetricName                     LowCardinality(String)       CODEC(ZSTD(1)),
    MetricDescription              LowCardinality(String)       CODEC(ZSTD(1)),
    MetricUnit                     LowCardinality(String)       CODEC(ZSTD(1)),
    Attributes                     LowCardinality(String)       CODEC(ZSTD(1)),
    Resource                       LowCardinality(String)       CODEC(ZSTD(1)),
    ResourceSchemaUrl              LowCardinality(String)       CODEC(ZSTD(1)),
    ScopeName                      LowCardinality(String)       CODEC(ZSTD(1)),
    ScopeVersion                   LowCardinality(String)       CODEC(ZSTD(1)),
    ScopeSchemaUrl                 LowCardinality(String)       CODEC(ZSTD(1)),
    Scope                          LowCardinality(String)       CODEC(ZSTD(1)),
    ScopeDroppedAttrCount          UInt32                       CODEC(ZSTD(1)),
    Flags                          UInt32                       CODEC(ZSTD(1)),
    Value                          Float64                      CODEC(ZSTD(1)),
    `Exemplars.FilteredAttributes` Array(String)                CODEC(ZSTD(1)),
    `Exemplars.TimeUnix`           Array(DateTime64(9, 'UTC'))  CODEC(ZSTD(1)),
    `Exemplars.Value`              Array(Float64)               CODEC(ZSTD(1)),
    `Exemplars.SpanId`             Array(FixedString(8))        CODEC(ZSTD(1)),
    `Exemplars.TraceId`            Array(FixedString(16))       CODEC(ZSTD(1)),
    batch_id                       LowCardinality(FixedString(16)) CODEC(ZSTD(1)),

    INDEX timestamp_range Timestamp TYPE minmax GRANULARITY 1,
    INDEX batch_range batch_id TYPE minmax GRANULARITY 1
)
ENGINE = MergeTree
PARTITION BY toDate(Time)
ORDER BY (MetricName, toStartOfHour(Time), Series, Timestamp)
TTL Time + INTERVAL 30 DAY
SETTINGS
    index_granularity = 2048,
    ttl_only_drop_parts = 1,
    materialize_ttl_recalculate_only = 1,
    non_replicated_deduplication_window = 1000,
    fsync_after_insert = 1,
    fsync_part_directory = 1,
    auto_statistics_types = '';

CREATE TABLE IF NOT EXISTS `cairn_0123456789abcdef01234567`.`metrics_gauge` AS `cairn_0123456789abcdef01234567`.`metrics_gauge_local`
ENGINE = Distributed('stones', 'cairn_0123456789abcdef01234567', 'metrics_gauge_local', cityHash64(batch_id));

CREATE TABLE IF NOT EXISTS `cairn_0123456789abcdef01234567`.`metrics_sum_local`
(
    Time                           DateTime('UTC') DEFAULT toDateTime(Timestamp, 'UTC') CODEC(Delta(4), ZSTD(1)),
    Timestamp                      DateTime64(9, 'UTC')         CODEC(Delta(8), ZSTD(1)),
    StartTimestamp                 DateTime64(9, 'UTC')         CODEC(Delta(8), ZSTD(1)),
    Series                         UInt64                       CODEC(ZSTD(1)),
    ServiceName                    LowCardinality(String)       CODEC(ZSTD(1)),
    MetricName                     LowCardinality(String)       CODEC(ZSTD(1)),
    MetricDescription              LowCardinality(String)       CODEC(ZSTD(1)),
    MetricUnit                     LowCardinality(String)       CODEC(ZSTD(1)),
    Attributes                     LowCardinality(String)       CODEC(ZSTD(1)),
    Resource                       LowCardinality(String)       CODEC(ZSTD(1)),
    ResourceSchemaUrl              LowCardinality(String)       CODEC(ZSTD(1)),
    ScopeName                      LowCardinality(String)       CODEC(ZSTD(1)),
    ScopeVersion                   LowCardinality(String)       CODEC(ZSTD(1)),
    ScopeSchemaUrl                 LowCardinality(String)       CODEC(ZSTD(1)),
    Scope                          LowCardinality(String)       CODEC(ZSTD(1)),
    ScopeDroppedAttrCount          UInt32                       CODEC(ZSTD(1)),
    Flags                          UInt32                       CODEC(ZSTD(1)),
    Value                          Float64                      CODEC(Delta(8), ZSTD(1)),
    AggregationTemporality         Int32                        CODEC(ZSTD(1)),
    IsMonotonic                    Bool                         CODEC(ZSTD(1)),
    `Exemplars.FilteredAttributes` Array(String)                CODEC(ZSTD(1)),
    `Exemplars.TimeUnix`           Array(DateTime64(9, 'UTC'))  CODEC(ZSTD(1)),
    `Exemplars.Value`              Array(Float64)               CODEC(ZSTD(1)),
    `Exemplars.SpanId`             Array(FixedString(8))        CODEC(ZSTD(1)),
    `Exemplars.TraceId`            Array(FixedString(16))       CODEC(ZSTD(1)),
    batch_id                       LowCardinality(FixedString(16)) CODEC(ZSTD(1)),

    INDEX timestamp_range Timestamp TYPE minmax GRANULARITY 1,
    INDEX batch_range batch_id TYPE minmax GRANULARITY 1
)
ENGINE = MergeTree
PARTITION BY toDate(Time)
ORDER BY (MetricName, toStartOfHour(Time), Series, Timestamp)
TTL Time + INTERVAL 30 DAY
SETTINGS
    index_granularity = 2048,
    ttl_only_drop_parts = 1,
    materialize_ttl_recalculate_only = 1,
    non_replicated_deduplication_window = 1000,
    fsync_after_insert = 1,
    fsync_part_directory = 1,
    auto_statistics_types = '';

CREATE TABLE IF NOT EXISTS `cairn_0123456789abcdef01234567`.`metrics_sum` AS `cairn_0123456789abcdef01234567`.`metrics_sum_local`
ENGINE = Distributed('stones', 'cairn_0123456789abcdef01234567', 'metrics_sum_local', cityHash64(batch_id));

CREATE TABLE IF NOT EXISTS `cairn_0123456789abcdef01234567`.`metrics_histogram_local`
(
    Time                           DateTime('UTC') DEFAULT toDateTime(Timestamp, 'UTC') CODEC(Delta(4), ZSTD(1)),
    Timestamp                      DateTime64(9, 'UTC')         CODEC(Delta(8), ZSTD(1)),
    StartTimestamp                 DateTime64(9, 'UTC')         CODEC(Delta(8), ZSTD(1)),
    Series                         UInt64                       CODEC(ZSTD(1)),
    ServiceName                    LowCardinality(String)       CODEC(ZSTD(1)),
    MetricName                     LowCardinality(String)       CODEC(ZSTD(1)),
    MetricDescription              LowCardinality(String)       CODEC(ZSTD(1)),
    MetricUnit                     LowCardinality(String)       CODEC(ZSTD(1)),
    Attributes                     LowCardinality(String)       CODEC(ZSTD(1)),
    Resource                       LowCardinality(String)       CODEC(ZSTD(1)),
    ResourceSchemaUrl              LowCardinality(String)       CODEC(ZSTD(1)),
    ScopeName                      LowCardinality(String)       CODEC(ZSTD(1)),
    ScopeVersion                   LowCardinality(String)       CODEC(ZSTD(1)),
    ScopeSchemaUrl                 LowCardinality(String)       CODEC(ZSTD(1)),
    Scope                          LowCardinality(String)       CODEC(ZSTD(1)),
    ScopeDroppedAttrCount          UInt32                       CODEC(ZSTD(1)),
    Flags                          UInt32                       CODEC(ZSTD(1)),
    Count                          UInt64                       CODEC(Delta(8), ZSTD(1)),
    Sum                            Float64                      CODEC(ZSTD(1)),
    Min                            Float64                      CODEC(ZSTD(1)),
    Max                            Float64                      CODEC(ZSTD(1)),
    AggregationTemporality         Int32                        CODEC(ZSTD(1)),
    BucketCounts                   Array(UInt64)                CODEC(T64, ZSTD(1)),
    ExplicitBounds                 Array(Float64)               CODEC(ZSTD(1)),
    `Exemplars.FilteredAttributes` Array(String)                CODEC(ZSTD(1)),
    `Exemplars.TimeUnix`           Array(DateTime64(9, 'UTC'))  CODEC(ZSTD(1)),
    `Exemplars.Value`              Array(Float64)               CODEC(ZSTD(1)),
    `Exemplars.SpanId`             Array(FixedString(8))        CODEC(ZSTD(1)),
    `Exemplars.TraceId`            Array(FixedString(16))       CODEC(ZSTD(1)),
    batch_id                       LowCardinality(FixedString(16)) CODEC(ZSTD(1)),

    INDEX timestamp_range Timestamp TYPE minmax GRANULARITY 1,
    INDEX batch_range batch_id TYPE minmax GRANULARITY 1
)
ENGINE = MergeTree
PARTITION BY toDate(Time)
ORDER BY (MetricName, toStartOfHour(Time), Series, Timestamp)
TTL Time + INTERVAL 30 DAY
SETTINGS
    index_granularity = 2048,
    ttl_only_drop_parts = 1,
    materialize_ttl_recalculate_only = 1,
    non_replicated_deduplication_window = 1000,
    fsync_after_insert = 1,
    fsync_part_directory = 1,
    auto_statistics_types = '';

CREATE TABLE IF NOT EXISTS `cairn_0123456789abcdef01234567`.`metrics_histogram` AS `cairn_0123456789abcdef01234567`.`metrics_histogram_local`
ENGINE = Distributed('stones', 'cairn_0123456789abcdef01234567', 'metrics_histogram_local', cityHash64(batch_id));

CREATE TABLE IF NOT EXISTS `cairn_0123456789abcdef01234567`.`metrics_exponential_histogram_local`
(
    Time                           DateTime('UTC') DEFAULT toDateTime(Timestamp, 'UTC') CODEC(Delta(4), ZSTD(1)),
    Timestamp                      DateTime64(9, 'UTC')         CODEC(Delta(8), ZSTD(1)),
    StartTimestamp                 DateTime64(9, 'UTC')         CODEC(Delta(8), ZSTD(1)),
    Series                         UInt64                       CODEC(ZSTD(1)),
    ServiceName                    LowCardinality(String)       CODEC(ZSTD(1)),
    MetricName                     LowCardinality(String)       CODEC(ZSTD(1)),
    MetricDescription              LowCardinality(String)       CODEC(ZSTD(1)),
    MetricUnit                     LowCardinality(String)       CODEC(ZSTD(1)),
    Attributes                     LowCardinality(String)       CODEC(ZSTD(1)),
    Resource                       LowCardinality(String)       CODEC(ZSTD(1)),
    ResourceSchemaUrl              LowCardinality(String)       CODEC(ZSTD(1)),
    ScopeName                      LowCardinality(String)       CODEC(ZSTD(1)),
    ScopeVersion                   LowCardinality(String)       CODEC(ZSTD(1)),
    ScopeSchemaUrl                 LowCardinality(String)       CODEC(ZSTD(1)),
    Scope                          LowCardinality(String)       CODEC(ZSTD(1)),
    ScopeDroppedAttrCount          UInt32                       CODEC(ZSTD(1)),
    Flags                          UInt32                       CODEC(ZSTD(1)),
    Count                          UInt64                       CODEC(Delta(8), ZSTD(1)),
    Sum                            Float64                      CODEC(ZSTD(1)),
    Min                            Float64                      CODEC(ZSTD(1)),
    Max                            Float64                      CODEC(ZSTD(1)),
    AggregationTemporality         Int32                        CODEC(ZSTD(1)),
    Scale                          Int32                        CODEC(ZSTD(1)),
    ZeroCount                      UInt64                       CODEC(Delta(8), ZSTD(1)),
    PositiveOffset                 Int32                        CODEC(ZSTD(1)),
    PositiveBucketCounts           Array(UInt64)                CODEC(T64, ZSTD(1)),
    NegativeOffset                 Int32                        CODEC(ZSTD(1)),
    NegativeBucketCounts           Array(UInt64)                CODEC(T64, ZSTD(1)),
    `Exemplars.FilteredAttributes` Array(String)                CODEC(ZSTD(1)),
    `Exemplars.TimeUnix`           Array(DateTime64(9, 'UTC'))  CODEC(ZSTD(1)),
    `Exemplars.Value`              Array(Float64)               CODEC(ZSTD(1)),
    `Exemplars.SpanId`             Array(FixedString(8))        CODEC(ZSTD(1)),
    `Exemplars.TraceId`            Array(FixedString(16))       CODEC(ZSTD(1)),
    batch_id                       LowCardinality(FixedString(16)) CODEC(ZSTD(1)),

    INDEX timestamp_range Timestamp TYPE minmax GRANULARITY 1,
    INDEX batch_range batch_id TYPE minmax GRANULARITY 1
)
ENGINE = MergeTree
PARTITION BY toDate(Time)
ORDER BY (MetricName, toStartOfHour(Time), Series, Timestamp)
TTL Time + INTERVAL 30 DAY
SETTINGS
    index_granularity = 2048,
    ttl_only_drop_parts = 1,
    materialize_ttl_recalculate_only = 1,
    non_replicated_deduplication_window = 1000,
    fsync_after_insert = 1,
    fsync_part_directory = 1,
    auto_statistics_types = '';

CREATE TABLE IF NOT EXISTS `cairn_0123456789abcdef01234567`.`metrics_exponential_histogram` AS `cairn_0123456789abcdef01234567`.`metrics_exponential_histogram_local`
ENGINE = Distributed('stones', 'cairn_0123456789abcdef01234567', 'metrics_exponential_histogram_local', cityHash64(batch_id));

CREATE TABLE IF NOT EXISTS `cairn_0123456789abcdef01234567`.`metrics_summary_local`
(
    Time                           DateTime('UTC') DEFAULT toDateTime(Timestamp, 'UTC') CODEC(Delta(4), ZSTD(1)),
    Timestamp                      DateTime64(9, 'UTC')         CODEC(Delta(8), ZSTD(1)),
    StartTimestamp                 DateTime64(9, 'UTC')         CODEC(Delta(8), ZSTD(1)),
    Series                         UInt64                       CODEC(ZSTD(1)),
    ServiceName                    LowCardinality(String)       CODEC(ZSTD(1)),
    MetricName                     LowCardinality(String)       CODEC(ZSTD(1)),
    MetricDescription              LowCardinality(String)       CODEC(ZSTD(1)),
    MetricUnit                     LowCardinality(String)       CODEC(ZSTD(1)),
    Attributes                     LowCardinality(String)       CODEC(ZSTD(1)),
    Resource                       LowCardinality(String)       CODEC(ZSTD(1)),
    ResourceSchemaUrl              LowCardinality(String)       CODEC(ZSTD(1)),
    ScopeName                      LowCardinality(String)       CODEC(ZSTD(1)),
    ScopeVersion                   LowCardinality(String)       CODEC(ZSTD(1)),
    ScopeSchemaUrl                 LowCardinality(String)       CODEC(ZSTD(1)),
    Scope                          LowCardinality(String)       CODEC(ZSTD(1)),
    ScopeDroppedAttrCount          UInt32                       CODEC(ZSTD(1)),
    Flags                          UInt32                       CODEC(ZSTD(1)),
    Count                          UInt64                       CODEC(Delta(8), ZSTD(1)),
    Sum                            Float64                      CODEC(ZSTD(1)),
    `ValueAtQuantiles.Quantile`    Array(Float64)               CODEC(ZSTD(1)),
    `ValueAtQuantiles.Value`       Array(Float64)               CODEC(ZSTD(1)),
    batch_id                       LowCardinality(FixedString(16)) CODEC(ZSTD(1)),

    INDEX timestamp_range Timestamp TYPE minmax GRANULARITY 1,
    INDEX batch_range batch_id TYPE minmax GRANULARITY 1
)
ENGINE = MergeTree
PARTITION BY toDate(Time)
ORDER BY (MetricName, toStartOfHour(Time), Series, Timestamp)
TTL Time + INTERVAL 30 DAY
SETTINGS
    index_granularity = 2048,
    ttl_only_drop_parts = 1,
    materialize_ttl_recalculate_only = 1,
    non_replicated_deduplication_window = 1000,
    fsync_after_insert = 1,
    fsync_part_directory = 1,
    auto_statistics_types = '';

CREATE TABLE IF NOT EXISTS `cairn_0123456789abcdef01234567`.`metrics_summary` AS `cairn_0123456789abcdef01234567`.`metrics_summary_local`
ENGINE = Distributed('stones', 'cairn_0123456789abcdef01234567', 'metrics_summary_local', cityHash64(batch_id));

CREATE VIEW IF NOT EXISTS `cairn_0123456789abcdef01234567`.`otel_metrics_gauge` AS
SELECT
    JSONExtract(m.Resource, 'Map(LowCardinality(String), String)')   AS ResourceAttributes,
    m.ResourceSchemaUrl                                              AS ResourceSchemaUrl,
    m.ScopeName                                                      AS ScopeName,
    m.ScopeVersion                                                   AS ScopeVersion,
    JSONExtract(m.Scope, 'Map(LowCardinality(String), String)')      AS ScopeAttributes,
    m.ScopeDroppedAttrCount                                          AS ScopeDroppedAttrCount,
    m.ScopeSchemaUrl                                                 AS ScopeSchemaUrl,
    m.ServiceName                                                    AS ServiceName,
    m.MetricName                                                     AS MetricName,
    m.MetricDescription                                              AS MetricDescription,
    m.MetricUnit                                                     AS MetricUnit,
    JSONExtract(m.Attributes, 'Map(LowCardinality(String), String)') AS Attributes,
    m.StartTimestamp                                                 AS StartTimeUnix,
    m.Timestamp                                                      AS TimeUnix,
    m.Flags                                                          AS Flags,
    m.Value                                                          AS Value,
    arrayMap(x -> JSONExtract(x, 'Map(LowCardinality(String), String)'), m.`Exemplars.FilteredAttributes`)
                                                                     AS `Exemplars.FilteredAttributes`,
    m.`Exemplars.TimeUnix`                                           AS `Exemplars.TimeUnix`,
    m.`Exemplars.Value`                                              AS `Exemplars.Value`,
    arrayMap(x -> if(x = toFixedString('', 8), '', lower(hex(x))), m.`Exemplars.SpanId`)
                                                                     AS `Exemplars.SpanId`,
    arrayMap(x -> if(x = toFixedString('', 16), '', lower(hex(x))), m.`Exemplars.TraceId`)
                                                                     AS `Exemplars.TraceId`
FROM `cairn_0123456789abcdef01234567`.`metrics_gauge` AS m;

CREATE VIEW IF NOT EXISTS `cairn_0123456789abcdef01234567`.`otel_metrics_sum` AS
SELECT
    JSONExtract(m.Resource, 'Map(LowCardinality(String), String)')   AS ResourceAttributes,
    m.ResourceSchemaUrl                                              AS ResourceSchemaUrl,
    m.ScopeName                                                      AS ScopeName,
    m.ScopeVersion                                                   AS ScopeVersion,
    JSONExtract(m.Scope, 'Map(LowCardinality(String), String)')      AS ScopeAttributes,
    m.ScopeDroppedAttrCount                                          AS ScopeDroppedAttrCount,
    m.ScopeSchemaUrl                                                 AS ScopeSchemaUrl,
    m.ServiceName                                                    AS ServiceName,
    m.MetricName                                                     AS MetricName,
    m.MetricDescription                                              AS MetricDescription,
    m.MetricUnit                                                     AS MetricUnit,
    JSONExtract(m.Attributes, 'Map(LowCardinality(String), String)') AS Attributes,
    m.StartTimestamp                                                 AS StartTimeUnix,
    m.Timestamp                                                      AS TimeUnix,
    m.Flags                                                          AS Flags,
    m.Value                                                          AS Value,
    m.AggregationTemporality                                         AS AggregationTemporality,
    m.IsMonotonic                                                    AS IsMonotonic,
    arrayMap(x -> JSONExtract(x, 'Map(LowCardinality(String), String)'), m.`Exemplars.FilteredAttributes`)
                                                                     AS `Exemplars.FilteredAttributes`,
    m.`Exemplars.TimeUnix`                                           AS `Exemplars.TimeUnix`,
    m.`Exemplars.Value`                                              AS `Exemplars.Value`,
    arrayMap(x -> if(x = toFixedString('', 8), '', lower(hex(x))), m.`Exemplars.SpanId`)
                                                                     AS `Exemplars.SpanId`,
    arrayMap(x -> if(x = toFixedString('', 16), '', lower(hex(x))), m.`Exemplars.TraceId`)
                                                                     AS `Exemplars.TraceId`
FROM `cairn_0123456789abcdef01234567`.`metrics_sum` AS m;

CREATE VIEW IF NOT EXISTS `cairn_0123456789abcdef01234567`.`otel_metrics_histogram` AS
SELECT
    JSONExtract(m.Resource, 'Map(LowCardinality(String), String)')   AS ResourceAttributes,
    m.ResourceSchemaUrl                                              AS ResourceSchemaUrl,
    m.ScopeName                                                      AS ScopeName,
    m.ScopeVersion                                                   AS ScopeVersion,
    JSONExtract(m.Scope, 'Map(LowCardinality(String), String)')      AS ScopeAttributes,
    m.ScopeDroppedAttrCount                                          AS ScopeDroppedAttrCount,
    m.ScopeSchemaUrl                                                 AS ScopeSchemaUrl,
    m.ServiceName                                                    AS ServiceName,
    m.MetricName                                                     AS MetricName,
    m.MetricDescription                                              AS MetricDescription,
    m.MetricUnit                                                     AS MetricUnit,
    JSONExtract(m.Attributes, 'Map(LowCardinality(String), String)') AS Attributes,
    m.StartTimestamp                                                 AS StartTimeUnix,
    m.Timestamp                                                      AS TimeUnix,
    m.Flags                                                          AS Flags,
    m.Count                                                          AS Count,
    m.Sum                                                            AS Sum,
    m.BucketCounts                                                   AS BucketCounts,
    m.ExplicitBounds                                                 AS ExplicitBounds,
    m.Min                                                            AS Min,
    m.Max                                                            AS Max,
    m.AggregationTemporality                                         AS AggregationTemporality,
    arrayMap(x -> JSONExtract(x, 'Map(LowCardinality(String), String)'), m.`Exemplars.FilteredAttributes`)
                                                                     AS `Exemplars.FilteredAttributes`,
    m.`Exemplars.TimeUnix`                                           AS `Exemplars.TimeUnix`,
    m.`Exemplars.Value`                                              AS `Exemplars.Value`,
    arrayMap(x -> if(x = toFixedString('', 8), '', lower(hex(x))), m.`Exemplars.SpanId`)
                                                                     AS `Exemplars.SpanId`,
    arrayMap(x -> if(x = toFixedString('', 16), '', lower(hex(x))), m.`Exemplars.TraceId`)
                                                                     AS `Exemplars.TraceId`
FROM `cairn_0123456789abcdef01234567`.`metrics_histogram` AS m;

CREATE VIEW IF NOT EXISTS `cairn_0123456789abcdef01234567`.`otel_metrics_exponential_histogram` AS
SELECT
    JSONExtract(m.Resource, 'Map(LowCardinality(String), String)')   AS ResourceAttributes,
    m.ResourceSchemaUrl                                              AS ResourceSchemaUrl,
    m.ScopeName                                                      AS ScopeName,
    m.ScopeVersion                                                   AS ScopeVersion,
    JSONExtract(m.Scope, 'Map(LowCardinality(String), String)')      AS ScopeAttributes,
    m.ScopeDroppedAttrCount                                          AS ScopeDroppedAttrCount,
    m.ScopeSchemaUrl                                                 AS ScopeSchemaUrl,
    m.ServiceName                                                    AS ServiceName,
    m.MetricName                                                     AS MetricName,
    m.MetricDescription                                              AS MetricDescription,
    m.MetricUnit                                                     AS MetricUnit,
    JSONExtract(m.Attributes, 'Map(LowCardinality(String), String)') AS Attributes,
    m.StartTimestamp                                                 AS StartTimeUnix,
    m.Timestamp                                                      AS TimeUnix,
    m.Flags                                                          AS Flags,
    m.Count                                                          AS Count,
    m.Sum                                                            AS Sum,
    m.Scale                                                          AS Scale,
    m.ZeroCount                                                      AS ZeroCount,
    m.PositiveOffset                                                 AS PositiveOffset,
    m.PositiveBucketCounts                                           AS PositiveBucketCounts,
    m.NegativeOffset                                                 AS NegativeOffset,
    m.NegativeBucketCounts                                           AS NegativeBucketCounts,
    m.Min                                                            AS Min,
    m.Max                                                            AS Max,
    m.AggregationTemporality                                         AS AggregationTemporality,
    arrayMap(x -> JSONExtract(x, 'Map(LowCardinality(String), String)'), m.`Exemplars.FilteredAttributes`)
                                                                     AS `Exemplars.FilteredAttributes`,
    m.`Exemplars.TimeUnix`                                           AS `Exemplars.TimeUnix`,
    m.`Exemplars.Value`                                              AS `Exemplars.Value`,
    arrayMap(x -> if(x = toFixedString('', 8), '', lower(hex(x))), m.`Exemplars.SpanId`)
                                                                     AS `Exemplars.SpanId`,
    arrayMap(x -> if(x = toFixedString('', 16), '', lower(hex(x))), m.`Exemplars.TraceId`)
                                                                     AS `Exemplars.TraceId`
FROM `cairn_0123456789abcdef01234567`.`metrics_exponential_histogram` AS m;

CREATE VIEW IF NOT EXISTS `cairn_0123456789abcdef01234567`.`otel_metrics_summary` AS
SELECT
    JSONExtract(m.Resource, 'Map(LowCardinality(String), String)')   AS ResourceAttributes,
    m.ResourceSchemaUrl                                              AS ResourceSchemaUrl,
    m.ScopeName                                                      AS ScopeName,
    m.ScopeVersion                                                   AS ScopeVersion,
    JSONExtract(m.Scope, 'Map(LowCardinality(String), String)')      AS ScopeAttributes,
    m.ScopeDroppedAttrCount                                          AS ScopeDroppedAttrCount,
    m.ScopeSchemaUrl                                                 AS ScopeSchemaUrl,
    m.ServiceName                                                    AS ServiceName,
    m.MetricName                                                     AS MetricName,
    m.MetricDescription                                              AS MetricDescription,
    m.MetricUnit                                                     AS MetricUnit,
    JSONExtract(m.Attributes, 'Map(LowCardinality(String), String)') AS Attributes,
    m.StartTimestamp                                                 AS StartTimeUnix,
    m.Timestamp                                                      AS TimeUnix,
    m.Flags                                                          AS Flags,
    m.Count                                                          AS Count,
    m.Sum                                                            AS Sum,
    m.`ValueAtQuantiles.Quantile`                                    AS `ValueAtQuantiles.Quantile`,
    m.`ValueAtQuantiles.Value`                                       AS `ValueAtQuantiles.Value`
FROM `cairn_0123456789abcdef01234567`.`metrics_summary` AS m;

ALTER TABLE `cairn_0123456789abcdef01234567`.`logs_local`
MODIFY SETTING
    merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0,
    write_marks_for_substreams_in_compact_parts = 0,
    merge_selector_base = 8;

ALTER TABLE `cairn_0123456789abcdef01234567`.`spans_local`
MODIFY SETTING
    merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0,
    write_marks_for_substreams_in_compact_parts = 0,
    merge_selector_base = 8;

ALTER TABLE `cairn_0123456789abcdef01234567`.`metrics_gauge_local`
MODIFY SETTING
    merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0,
    write_marks_for_substreams_in_compact_parts = 0,
    merge_selector_base = 8;

ALTER TABLE `cairn_0123456789abcdef01234567`.`metrics_sum_local`
MODIFY SETTING
    merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0,
    write_marks_for_substreams_in_compact_parts = 0,
    merge_selector_base = 8;

ALTER TABLE `cairn_0123456789abcdef01234567`.`metrics_histogram_local`
MODIFY SETTING
    merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0,
    write_marks_for_substreams_in_compact_parts = 0,
    merge_selector_base = 8;

ALTER TABLE `cairn_0123456789abcdef01234567`.`metrics_exponential_histogram_local`
MODIFY SETTING
    merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0,
    write_marks_for_substreams_in_compact_parts = 0,
    merge_selector_base = 8;

ALTER TABLE `cairn_0123456789abcdef01234567`.`metrics_summary_local`
MODIFY SETTING
    merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0,
    write_marks_for_substreams_in_compact_parts = 0,
    merge_selector_base = 8;

ALTER TABLE `cairn_0123456789abcdef01234567`.`logs_local`
ADD INDEX IF NOT EXISTS attribute_keys mapKeys(LogAttributes) TYPE bloom_filter(0.01) GRANULARITY 1;

ALTER TABLE `cairn_0123456789abcdef01234567`.`spans_local`
ADD INDEX IF NOT EXISTS attribute_keys mapKeys(SpanAttributes) TYPE bloom_filter(0.01) GRANULARITY 1;

CREATE TABLE IF NOT EXISTS `cairn_0123456789abcdef01234567`.`ids_local`
(
    Source UInt8  CODEC(ZSTD(1)),
    Day    Date   CODEC(ZSTD(1)),
    Build  UInt64 CODEC(ZSTD(1)),
    Hash   UInt32 CODEC(Delta(4), ZSTD(1)),
    Bucket UInt16 CODEC(T64, ZSTD(1)),
    State  String CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree
PARTITION BY (Source, Day, Build)
PRIMARY KEY Hash
ORDER BY (Hash, Bucket, State)
SETTINGS
    index_granularity = 1024,
    fsync_after_insert = 1,
    fsync_part_directory = 1,
    auto_statistics_types = '',
    min_bytes_for_wide_part = 0,
    min_rows_for_wide_part = 100000,
    min_compress_block_size = 16384,
    max_compress_block_size = 16384;

CREATE TABLE IF NOT EXISTS `cairn_0123456789abcdef01234567`.`ids` AS `cairn_0123456789abcdef01234567`.`ids_local`
ENGINE = Distributed('stones', 'cairn_0123456789abcdef01234567', 'ids_local', Hash);

CREATE TABLE IF NOT EXISTS `cairn_0123456789abcdef01234567`.`series_local`
(
    Time                   DateTime('UTC')        CODEC(ZSTD(1)),
    Kind                   UInt8                  CODEC(ZSTD(1)),
    Series                 UInt64                 CODEC(ZSTD(1)),
    ServiceName            LowCardinality(String) CODEC(ZSTD(1)),
    MetricName             LowCardinality(String) CODEC(ZSTD(1)),
    MetricDescription      LowCardinality(String) CODEC(ZSTD(1)),
    MetricUnit             LowCardinality(String) CODEC(ZSTD(1)),
    Attributes             String                 CODEC(ZSTD(1)),
    Resource               LowCardinality(String) CODEC(ZSTD(1)),
    ResourceSchemaUrl      LowCardinality(String) CODEC(ZSTD(1)),
    ScopeName              LowCardinality(String) CODEC(ZSTD(1)),
    ScopeVersion           LowCardinality(String) CODEC(ZSTD(1)),
    ScopeSchemaUrl         LowCardinality(String) CODEC(ZSTD(1)),
    Scope                  LowCardinality(String) CODEC(ZSTD(1)),
    AggregationTemporality Int32                  CODEC(ZSTD(1)),
    IsMonotonic            Bool                   CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree
PARTITION BY toDate(Time)
ORDER BY (MetricName, Series, Kind)
TTL Time + INTERVAL 31 DAY
SETTINGS
    index_granularity = 1024,
    ttl_only_drop_parts = 1,
    materialize_ttl_recalculate_only = 1,
    fsync_after_insert = 1,
    fsync_part_directory = 1,
    auto_statistics_types = '',
    merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0,
    write_marks_for_substreams_in_compact_parts = 0,
    merge_selector_base = 8;

CREATE TABLE IF NOT EXISTS `cairn_0123456789abcdef01234567`.`series` AS `cairn_0123456789abcdef01234567`.`series_local`
ENGINE = Distributed('stones', 'cairn_0123456789abcdef01234567', 'series_local', Series);

CREATE TABLE IF NOT EXISTS `cairn_0123456789abcdef01234567`.`metric_metadata_local`
(
    Time       DateTime('UTC')                 CODEC(ZSTD(1)),
    MetricName LowCardinality(String)          CODEC(ZSTD(1)),
    Type       LowCardinality(String)          CODEC(ZSTD(1)),
    Unit       LowCardinality(String)          CODEC(ZSTD(1)),
    Help       LowCardinality(String)          CODEC(ZSTD(1)),
    batch_id   LowCardinality(FixedString(16)) CODEC(ZSTD(1)),

    INDEX batch_range batch_id TYPE minmax GRANULARITY 1
)
ENGINE = MergeTree
PARTITION BY toDate(Time)
ORDER BY (MetricName, Time)
TTL Time + INTERVAL 30 DAY
SETTINGS
    index_granularity = 1024,
    ttl_only_drop_parts = 1,
    materialize_ttl_recalculate_only = 1,
    non_replicated_deduplication_window = 1000,
    fsync_after_insert = 1,
    fsync_part_directory = 1,
    auto_statistics_types = '',
    merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0,
    write_marks_for_substreams_in_compact_parts = 0,
    merge_selector_base = 8;

CREATE TABLE IF NOT EXISTS `cairn_0123456789abcdef01234567`.`metric_metadata` AS `cairn_0123456789abcdef01234567`.`metric_metadata_local`
ENGINE = Distributed('stones', 'cairn_0123456789abcdef01234567', 'metric_metadata_local', cityHash64(batch_id));

ALTER TABLE `cairn_0123456789abcdef01234567`.`metrics_exponential_histogram_local`
ADD COLUMN IF NOT EXISTS Native String CODEC(ZSTD(1));

ALTER TABLE `cairn_0123456789abcdef01234567`.`metrics_exponential_histogram`
ADD COLUMN IF NOT EXISTS Native String CODEC(ZSTD(1));
