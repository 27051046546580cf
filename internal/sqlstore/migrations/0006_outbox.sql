-- What is told, to whom, and how that went.

-- +goose Up
-- When the receiver said that it wants no more.
ALTER TABLE webhooks ADD COLUMN disabled_at BIGINT;

-- Messages of one lane go out in the order of their positions. Messages stay
-- when their alert goes: what was told, was told.
CREATE TABLE outbox_messages (
    id            TEXT   NOT NULL PRIMARY KEY,
    team_id       TEXT   NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
    webhook_id    TEXT   NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    alert_id      TEXT   NOT NULL,
    lane          TEXT   NOT NULL,
    lane_position BIGINT NOT NULL,
    notice        TEXT   NOT NULL,
    status        TEXT   NOT NULL,
    reason        TEXT   NOT NULL,
    tries         BIGINT NOT NULL,
    attempts      BIGINT NOT NULL,
    next_at       BIGINT NOT NULL,
    created_at    BIGINT NOT NULL,
    settled_at    BIGINT
);
CREATE INDEX outbox_messages_waiting ON outbox_messages (webhook_id, next_at) WHERE status = 'pending';
CREATE INDEX outbox_messages_in_order ON outbox_messages (webhook_id, lane_position, id) WHERE status = 'pending';
CREATE INDEX outbox_messages_by_lane ON outbox_messages (lane, lane_position, id, next_at) WHERE status = 'pending';
CREATE INDEX outbox_messages_by_webhook ON outbox_messages (webhook_id, created_at, id);
CREATE INDEX outbox_messages_by_alert ON outbox_messages (alert_id, created_at, id);
CREATE INDEX outbox_messages_settled ON outbox_messages (settled_at);

CREATE TABLE outbox_attempts (
    message_id   TEXT   NOT NULL REFERENCES outbox_messages (id) ON DELETE CASCADE,
    number       BIGINT NOT NULL,
    attempted_at BIGINT NOT NULL,
    outcome      TEXT   NOT NULL,
    status_code  BIGINT NOT NULL,
    answer       TEXT   NOT NULL,
    failure      TEXT   NOT NULL,
    latency_ms   BIGINT NOT NULL,
    PRIMARY KEY (message_id, number)
);

-- Who delivers to a webhook, by the clock of this database, and how it did
-- lately. Each new owner counts the epoch up, so that what an earlier one
-- writes is refused.
CREATE TABLE outbox_endpoints (
    webhook_id  TEXT   NOT NULL PRIMARY KEY REFERENCES webhooks (id) ON DELETE CASCADE,
    owner       TEXT   NOT NULL,
    epoch       BIGINT NOT NULL,
    lease_until BIGINT NOT NULL,
    failures    BIGINT NOT NULL,
    open_until  BIGINT
);
