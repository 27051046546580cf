-- Metric points, a table per type: physical columns chosen for speed. The views
-- otel_metrics_… below show them under OpenTelemetry's names.
--
-- Series is a hash of what identifies a series: resource, scope, name and
-- attributes. Attributes are canonical JSON, as those of resources are: there
-- are as many texts as series.

CREATE TABLE IF NOT EXISTS {{stored "metrics_gauge"}}
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
ENGINE = {{engine "MergeTree"}}
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

{{distributed "metrics_gauge" "cityHash64(batch_id)"}};

CREATE TABLE IF NOT EXISTS {{stored "metrics_sum"}}
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
ENGINE = {{engine "MergeTree"}}
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

{{distributed "metrics_sum" "cityHash64(batch_id)"}};

CREATE TABLE IF NOT EXISTS {{stored "metrics_histogram"}}
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
ENGINE = {{engine "MergeTree"}}
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

{{distributed "metrics_histogram" "cityHash64(batch_id)"}};

CREATE TABLE IF NOT EXISTS {{stored "metrics_exponential_histogram"}}
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
ENGINE = {{engine "MergeTree"}}
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

{{distributed "metrics_exponential_histogram" "cityHash64(batch_id)"}};

CREATE TABLE IF NOT EXISTS {{stored "metrics_summary"}}
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
ENGINE = {{engine "MergeTree"}}
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

{{distributed "metrics_summary" "cityHash64(batch_id)"}};

CREATE VIEW IF NOT EXISTS {{name "otel_metrics_gauge"}} AS
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
FROM {{table "metrics_gauge"}} AS m;

CREATE VIEW IF NOT EXISTS {{name "otel_metrics_sum"}} AS
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
FROM {{table "metrics_sum"}} AS m;

CREATE VIEW IF NOT EXISTS {{name "otel_metrics_histogram"}} AS
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
FROM {{table "metrics_histogram"}} AS m;

CREATE VIEW IF NOT EXISTS {{name "otel_metrics_exponential_histogram"}} AS
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
FROM {{table "metrics_exponential_histogram"}} AS m;

CREATE VIEW IF NOT EXISTS {{name "otel_metrics_summary"}} AS
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
FROM {{table "metrics_summary"}} AS m;
