-- Backups of services, and leases for work that one process at a time does.

-- +goose Up
-- A backup refers to no service, as it outlives it. A slot has one backup.
CREATE TABLE backups (
    id              TEXT   NOT NULL PRIMARY KEY,
    organization_id TEXT   NOT NULL REFERENCES organizations (id),
    service_id      TEXT   NOT NULL,
    service_name    TEXT   NOT NULL,
    team_id         TEXT   NOT NULL,
    slot            BIGINT NOT NULL,
    status          TEXT   NOT NULL,
    attempts        BIGINT NOT NULL,
    started_at      BIGINT NOT NULL,
    finished_at     BIGINT,
    size_bytes      BIGINT NOT NULL,
    error           TEXT   NOT NULL,
    retry_at        BIGINT,
    expire_at       BIGINT NOT NULL,
    place           TEXT   NOT NULL,
    UNIQUE (service_id, slot)
);
CREATE INDEX backups_by_organization ON backups (organization_id, started_at);
CREATE INDEX backups_by_expiry ON backups (expire_at);
CREATE INDEX backups_by_status ON backups (status);

-- A lease belongs to its owner until it expires, by the clock of this database;
-- each new owner counts the epoch up, so that what an earlier one writes is
-- refused.
CREATE TABLE leases (
    name       TEXT   NOT NULL PRIMARY KEY,
    owner      TEXT   NOT NULL,
    epoch      BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
