-- A change that older programs need not know. It is in no program that is
-- shipped: the build tag cairn_next adds it, for tests of upgrades.

ALTER TABLE {{stored "logs"}}
ADD COLUMN IF NOT EXISTS NextNote LowCardinality(String) DEFAULT 'none' CODEC(ZSTD(1));

ALTER TABLE {{name "logs"}}
ADD COLUMN IF NOT EXISTS NextNote LowCardinality(String) DEFAULT 'none' CODEC(ZSTD(1));

ALTER TABLE {{stored "spans"}}
ADD COLUMN IF NOT EXISTS NextNote String CODEC(ZSTD(1));

ALTER TABLE {{name "spans"}}
ADD COLUMN IF NOT EXISTS NextNote String CODEC(ZSTD(1));
