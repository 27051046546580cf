-- What series of metric points there are: for each day and each series that has
-- points of a type on it, what identifies the series. A row is written before the
-- first points of the day are. Rows of days from before this version, and of days
-- that were restored, are added by upkeep, which then leaves a row without a name:
-- the day knows all its series.
--
-- Native is a native histogram of Prometheus, as it was sent.

CREATE TABLE IF NOT EXISTS {{stored "series"}}
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
ENGINE = {{engine "ReplacingMergeTree"}}
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

{{distributed "series" "Series"}};

CREATE TABLE IF NOT EXISTS {{stored "metric_metadata"}}
(
    Time       DateTime('UTC')                 CODEC(ZSTD(1)),
    MetricName LowCardinality(String)          CODEC(ZSTD(1)),
    Type       LowCardinality(String)          CODEC(ZSTD(1)),
    Unit       LowCardinality(String)          CODEC(ZSTD(1)),
    Help       LowCardinality(String)          CODEC(ZSTD(1)),
    batch_id   LowCardinality(FixedString(16)) CODEC(ZSTD(1)),

    INDEX batch_range batch_id TYPE minmax GRANULARITY 1
)
ENGINE = {{engine "MergeTree"}}
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

{{distributed "metric_metadata" "cityHash64(batch_id)"}};

ALTER TABLE {{stored "metrics_exponential_histogram"}}
ADD COLUMN IF NOT EXISTS Native String CODEC(ZSTD(1));

ALTER TABLE {{name "metrics_exponential_histogram"}}
ADD COLUMN IF NOT EXISTS Native String CODEC(ZSTD(1));
