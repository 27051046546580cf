-- How far alerts are evaluated, by whom, and what came of it.

-- +goose Up
-- Evaluators share the alerts by shards. A shard belongs to its owner until
-- the lease expires, by the clock of this database; each new owner counts the
-- epoch up, so that what an earlier one writes is refused.
CREATE TABLE alert_evaluators (
    owner      TEXT   NOT NULL PRIMARY KEY,
    expires_at BIGINT NOT NULL
);

CREATE TABLE alert_shards (
    shard      BIGINT NOT NULL PRIMARY KEY,
    owner      TEXT   NOT NULL,
    epoch      BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
INSERT INTO alert_shards (shard, owner, epoch, expires_at)
WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < 63)
SELECT n, '', 0, 0
FROM numbers;

-- One row per alert. The revision guards it: every change counts it up.
CREATE TABLE alert_progress (
    alert_id          TEXT   NOT NULL PRIMARY KEY REFERENCES alerts (id) ON DELETE CASCADE,
    shard             BIGINT NOT NULL,
    revision          BIGINT NOT NULL,
    evaluated_through BIGINT,
    open_since        BIGINT,
    due_at            BIGINT NOT NULL,
    attempts          BIGINT NOT NULL,
    grouped_by        TEXT   NOT NULL
);
CREATE INDEX alert_progress_by_due ON alert_progress (due_at);
INSERT INTO alert_progress (alert_id, shard, revision, due_at, attempts, grouped_by)
SELECT id, 0, 0, 0, 0, ''
FROM alerts;

-- Groups that are not inactive, and those that must be missed when they go.
CREATE TABLE alert_groups (
    alert_id     TEXT   NOT NULL REFERENCES alerts (id) ON DELETE CASCADE,
    group_key    TEXT   NOT NULL,
    group_values TEXT   NOT NULL,
    group_state  TEXT   NOT NULL,
    breaches     BIGINT NOT NULL,
    quiet_since  BIGINT,
    told_at      BIGINT,
    PRIMARY KEY (alert_id, group_key)
);

-- What changed, once per alert, group and window.
CREATE TABLE alert_history (
    alert_id      TEXT             NOT NULL REFERENCES alerts (id) ON DELETE CASCADE,
    window_end    BIGINT           NOT NULL,
    group_key     TEXT             NOT NULL,
    kind          TEXT             NOT NULL,
    window_start  BIGINT           NOT NULL,
    group_values  TEXT             NOT NULL,
    from_state    TEXT             NOT NULL,
    to_state      TEXT             NOT NULL,
    value         DOUBLE PRECISION,
    threshold     DOUBLE PRECISION NOT NULL,
    threshold_max DOUBLE PRECISION,
    message       TEXT             NOT NULL,
    recorded_at   BIGINT           NOT NULL,
    PRIMARY KEY (alert_id, window_end, group_key, kind)
);

-- What each of the last windows said.
CREATE TABLE alert_evaluations (
    alert_id      TEXT   NOT NULL REFERENCES alerts (id) ON DELETE CASCADE,
    window_end    BIGINT NOT NULL,
    window_start  BIGINT NOT NULL,
    overall_state TEXT   NOT NULL,
    group_results TEXT   NOT NULL,
    groups_total  BIGINT NOT NULL,
    query_ms      BIGINT NOT NULL,
    attempts      BIGINT NOT NULL,
    error_type    TEXT   NOT NULL,
    error_message TEXT   NOT NULL,
    evaluated_at  BIGINT NOT NULL,
    PRIMARY KEY (alert_id, window_end)
);
