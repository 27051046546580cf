-- Who may call, what they own, and the keys they hold.
--
-- Both databases run this text: TEXT, BOOLEAN and BIGINT alone. Times are
-- milliseconds since 1970, NULL for never; hashes are lower-case hex; lists
-- and settings are JSON.

-- +goose Up
-- At most one row: the installation is set up once, whoever comes first.
CREATE TABLE installation (
    id         BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    created_at BIGINT NOT NULL
);

CREATE TABLE users (
    id            TEXT   NOT NULL PRIMARY KEY,
    email         TEXT   NOT NULL UNIQUE,
    name          TEXT   NOT NULL,
    password_hash TEXT   NOT NULL,
    created_at    BIGINT NOT NULL
);

CREATE TABLE teams (
    id         TEXT   NOT NULL PRIMARY KEY,
    name       TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    version    BIGINT NOT NULL
);

CREATE TABLE team_members (
    team_id    TEXT   NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
    user_id    TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (team_id, user_id)
);
CREATE INDEX team_members_by_user ON team_members (user_id, created_at);

CREATE TABLE organizations (
    id                TEXT    NOT NULL PRIMARY KEY,
    name              TEXT    NOT NULL,
    private_endpoints TEXT    NOT NULL,
    enable_core_dumps BOOLEAN NOT NULL,
    created_at        BIGINT  NOT NULL,
    version           BIGINT  NOT NULL
);

CREATE TABLE organization_members (
    organization_id TEXT   NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    user_id         TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    role            TEXT   NOT NULL,
    created_at      BIGINT NOT NULL,
    PRIMARY KEY (organization_id, user_id)
);
CREATE INDEX organization_members_by_user ON organization_members (user_id);

-- A team with telemetry must not go before its service, nor an organization
-- before its services: both are ended by the use case, not by a cascade.
CREATE TABLE services (
    id              TEXT   NOT NULL PRIMARY KEY,
    organization_id TEXT   NOT NULL REFERENCES organizations (id),
    team_id         TEXT   NOT NULL UNIQUE REFERENCES teams (id),
    warehouse_id    TEXT   NOT NULL,
    name            TEXT   NOT NULL,
    provider        TEXT   NOT NULL,
    region          TEXT   NOT NULL,
    state           TEXT   NOT NULL,
    settings        TEXT   NOT NULL,
    created_at      BIGINT NOT NULL,
    version         BIGINT NOT NULL
);
CREATE INDEX services_by_organization ON services (organization_id, created_at);

-- Access keys and sessions hang on the seat in the team: who leaves the team
-- or is deleted loses them.
CREATE TABLE access_keys (
    id         TEXT   NOT NULL PRIMARY KEY,
    user_id    TEXT   NOT NULL,
    team_id    TEXT   NOT NULL,
    name       TEXT   NOT NULL,
    public_id  TEXT   NOT NULL UNIQUE,
    hash       TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    expire_at  BIGINT,
    used_at    BIGINT,
    FOREIGN KEY (team_id, user_id) REFERENCES team_members (team_id, user_id) ON DELETE CASCADE
);
CREATE INDEX access_keys_by_user ON access_keys (user_id, created_at);
CREATE INDEX access_keys_by_seat ON access_keys (team_id, user_id);

CREATE TABLE ingestion_keys (
    id         TEXT   NOT NULL PRIMARY KEY,
    team_id    TEXT   NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
    name       TEXT   NOT NULL,
    public_id  TEXT   NOT NULL UNIQUE,
    hash       TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    used_at    BIGINT
);
CREATE INDEX ingestion_keys_by_team ON ingestion_keys (team_id, created_at);

CREATE TABLE cloud_keys (
    id              TEXT   NOT NULL PRIMARY KEY,
    organization_id TEXT   NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    name            TEXT   NOT NULL,
    roles           TEXT   NOT NULL,
    state           TEXT   NOT NULL,
    key_id_hash     TEXT   NOT NULL UNIQUE,
    key_id_suffix   TEXT   NOT NULL,
    secret_hash     TEXT   NOT NULL,
    ip_access_list  TEXT   NOT NULL,
    created_at      BIGINT NOT NULL,
    expire_at       BIGINT,
    used_at         BIGINT,
    version         BIGINT NOT NULL
);
CREATE INDEX cloud_keys_by_organization ON cloud_keys (organization_id, created_at);

CREATE TABLE sessions (
    id         TEXT   NOT NULL PRIMARY KEY,
    user_id    TEXT   NOT NULL,
    team_id    TEXT   NOT NULL,
    public_id  TEXT   NOT NULL UNIQUE,
    hash       TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    seen_at    BIGINT NOT NULL,
    FOREIGN KEY (team_id, user_id) REFERENCES team_members (team_id, user_id) ON DELETE CASCADE
);
CREATE INDEX sessions_by_seat ON sessions (team_id, user_id);
CREATE INDEX sessions_by_creation ON sessions (created_at);
CREATE INDEX sessions_by_use ON sessions (seen_at);

-- The answer to a request with an Idempotency-Key, sealed and in base64;
-- empty until there is one.
CREATE TABLE idempotency_keys (
    scope     TEXT   NOT NULL,
    key       TEXT   NOT NULL,
    record    TEXT   NOT NULL,
    expire_at BIGINT NOT NULL,
    PRIMARY KEY (scope, key)
);
CREATE INDEX idempotency_keys_by_expiry ON idempotency_keys (expire_at);
