-- Up to when each node has stored what it received: for every team, and for
-- teams of which it has stored less. Alerts wait for that.

-- +goose Up
CREATE TABLE ingest_watermarks (
    node        TEXT   NOT NULL,
    team_id     TEXT   NOT NULL,
    node_name   TEXT   NOT NULL,
    through     BIGINT NOT NULL,
    said_at     BIGINT NOT NULL,
    given_up_at BIGINT,
    PRIMARY KEY (node, team_id)
);
