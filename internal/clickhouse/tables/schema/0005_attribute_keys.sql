-- Which keys the maps of a granule have: a key that few records or none have is
-- looked for where it is. From this version on, keys with columns have no part
-- in the map at all, so that earlier programs must not read these tables.

ALTER TABLE {{stored "logs"}}
ADD INDEX IF NOT EXISTS attribute_keys mapKeys(LogAttributes) TYPE bloom_filter(0.01) GRANULARITY 1;

ALTER TABLE {{stored "spans"}}
ADD INDEX IF NOT EXISTS attribute_keys mapKeys(SpanAttributes) TYPE bloom_filter(0.01) GRANULARITY 1;
