-- Where ids are: for each day that is over and each id of its log records (Source
-- 1) or spans (2), the hash of the id and the five minutes of the day, counted
-- from 0, that have it. A build is one run over a day. Its last rows have a State
-- and no id: what the records were like, and how many rows the build has. A build
-- that does not fit what is there now is not used. Upkeep drops it, and those of
-- days whose records have expired.

CREATE TABLE IF NOT EXISTS {{stored "ids"}}
(
    Source UInt8  CODEC(ZSTD(1)),
    Day    Date   CODEC(ZSTD(1)),
    Build  UInt64 CODEC(ZSTD(1)),
    Hash   UInt32 CODEC(Delta(4), ZSTD(1)),
    Bucket UInt16 CODEC(T64, ZSTD(1)),
    State  String CODEC(ZSTD(1))
)
ENGINE = {{engine "ReplacingMergeTree"}}
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

{{distributed "ids" "Hash"}};
