-- What services used, hour by hour, and the cost of days that is final.

-- +goose Up
-- No references: usage outlives the service that caused it.
CREATE TABLE usage_owners (
    service_id      TEXT    NOT NULL PRIMARY KEY,
    organization_id TEXT    NOT NULL REFERENCES organizations (id),
    warehouse_id    TEXT    NOT NULL,
    name            TEXT    NOT NULL,
    tags            TEXT    NOT NULL,
    is_primary      BOOLEAN NOT NULL,
    created_at      BIGINT  NOT NULL,
    gone_at         BIGINT
);
CREATE INDEX usage_owners_by_organization ON usage_owners (organization_id, created_at);

CREATE TABLE usage_readings (
    service_id TEXT   NOT NULL REFERENCES usage_owners (service_id),
    hour       BIGINT NOT NULL,
    kind       TEXT   NOT NULL,
    epoch      TEXT   NOT NULL,
    value      BIGINT NOT NULL,
    PRIMARY KEY (service_id, hour, kind, epoch)
);
CREATE INDEX usage_readings_by_kind ON usage_readings (kind, service_id, hour);

CREATE TABLE usage_locked_days (
    organization_id TEXT   NOT NULL REFERENCES organizations (id),
    day             BIGINT NOT NULL,
    PRIMARY KEY (organization_id, day)
);

CREATE TABLE usage_locked_costs (
    organization_id TEXT   NOT NULL REFERENCES organizations (id),
    day             BIGINT NOT NULL,
    entity_type     TEXT   NOT NULL,
    entity_id       TEXT   NOT NULL,
    entity          TEXT   NOT NULL,
    metrics         TEXT   NOT NULL,
    PRIMARY KEY (organization_id, day, entity_type, entity_id)
);
