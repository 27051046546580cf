-- Which versions of the schema a program has to know to use it, and which
-- servers run. From here on a migration says in its name whether older programs
-- go on: NNNN_name.expand.sql lets all that could use the schema before,
-- NNNN_name.since_MMMM.sql those that know version MMMM.

-- +goose Up
CREATE TABLE schema_support (
    least BIGINT NOT NULL
);
INSERT INTO schema_support (least) VALUES (22);

CREATE TABLE nodes (
    id         TEXT   NOT NULL PRIMARY KEY,
    name       TEXT   NOT NULL,
    version    TEXT   NOT NULL,
    knows      BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
