-- What an organization owns besides its services and keys, and its audit log.

-- +goose Up
ALTER TABLE organization_members ADD COLUMN version BIGINT NOT NULL DEFAULT 1;

CREATE INDEX services_by_state ON services (state);

CREATE TABLE service_passwords (
    service_id  TEXT   NOT NULL PRIMARY KEY REFERENCES services (id) ON DELETE CASCADE,
    sha256      TEXT   NOT NULL,
    double_sha1 TEXT   NOT NULL,
    updated_at  BIGINT NOT NULL
);

-- An endpoint outlives no service: the use case ends it first.
CREATE TABLE reverse_endpoints (
    id                 TEXT   NOT NULL PRIMARY KEY,
    organization_id    TEXT   NOT NULL REFERENCES organizations (id),
    service_id         TEXT   NOT NULL REFERENCES services (id),
    description        TEXT   NOT NULL,
    target             TEXT   NOT NULL,
    custom_dns_names   TEXT   NOT NULL,
    endpoint_id        TEXT   NOT NULL,
    dns_names          TEXT   NOT NULL,
    private_dns_names  TEXT   NOT NULL,
    status             TEXT   NOT NULL,
    status_reason      TEXT   NOT NULL,
    last_transition_at BIGINT NOT NULL,
    created_at         BIGINT NOT NULL,
    version            BIGINT NOT NULL
);
CREATE INDEX reverse_endpoints_by_organization ON reverse_endpoints (organization_id, created_at);
CREATE INDEX reverse_endpoints_by_service ON reverse_endpoints (service_id, created_at);
CREATE INDEX reverse_endpoints_by_status ON reverse_endpoints (status);

CREATE TABLE organization_invitations (
    id              TEXT   NOT NULL PRIMARY KEY,
    organization_id TEXT   NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    email           TEXT   NOT NULL,
    role            TEXT   NOT NULL,
    created_at      BIGINT NOT NULL,
    expire_at       BIGINT NOT NULL
);
CREATE INDEX organization_invitations_by_organization ON organization_invitations (organization_id, created_at);

-- Entries are only ever added. They refer to nothing, so that they outlive
-- what they are about.
CREATE TABLE activities (
    id               TEXT   NOT NULL PRIMARY KEY,
    organization_id  TEXT   NOT NULL,
    sequence         BIGINT NOT NULL,
    service_id       TEXT   NOT NULL,
    type             TEXT   NOT NULL,
    actor_type       TEXT   NOT NULL,
    actor_id         TEXT   NOT NULL,
    actor_details    TEXT   NOT NULL,
    actor_ip_address TEXT   NOT NULL,
    actor_user_agent TEXT   NOT NULL,
    target_id        TEXT   NOT NULL,
    key_update       TEXT   NOT NULL,
    before_facts     TEXT   NOT NULL,
    after_facts      TEXT   NOT NULL,
    created_at       BIGINT NOT NULL,
    prev_hash        TEXT   NOT NULL,
    hash             TEXT   NOT NULL,
    UNIQUE (organization_id, sequence)
);
CREATE INDEX activities_by_time ON activities (organization_id, created_at);

-- Teams whose database was dropped. A node that was slow may make it once
-- more; whoever finds it again drops it again.
CREATE TABLE released_teams (
    team_id     TEXT   NOT NULL PRIMARY KEY,
    released_at BIGINT NOT NULL
);
