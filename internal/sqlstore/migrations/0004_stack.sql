-- What a team makes of its telemetry. Documents are JSON; columns beside them
-- are what is looked up by. Sealed columns hold ciphertext in base64.

-- +goose Up
-- Something sealed, by which a wrong sealing key is noticed at once.
CREATE TABLE seals (
    id     TEXT NOT NULL PRIMARY KEY,
    sealed TEXT NOT NULL
);

CREATE TABLE connections (
    id             TEXT    NOT NULL PRIMARY KEY,
    team_id        TEXT    NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
    name           TEXT    NOT NULL,
    own            BOOLEAN NOT NULL,
    host           TEXT    NOT NULL,
    username       TEXT    NOT NULL,
    password       TEXT    NOT NULL,
    setting_prefix TEXT    NOT NULL,
    is_prometheus  BOOLEAN NOT NULL,
    created_at     BIGINT  NOT NULL,
    updated_at     BIGINT  NOT NULL,
    version        BIGINT  NOT NULL
);
CREATE INDEX connections_by_team ON connections (team_id, created_at);

CREATE TABLE sources (
    id         TEXT   NOT NULL PRIMARY KEY,
    team_id    TEXT   NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
    spec       TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    version    BIGINT NOT NULL
);
CREATE INDEX sources_by_team ON sources (team_id, created_at);

CREATE TABLE webhooks (
    id          TEXT   NOT NULL PRIMARY KEY,
    team_id     TEXT   NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
    name        TEXT   NOT NULL,
    service     TEXT   NOT NULL,
    url         TEXT   NOT NULL,
    description TEXT   NOT NULL,
    body        TEXT   NOT NULL,
    secrets     TEXT   NOT NULL,
    created_at  BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL,
    version     BIGINT NOT NULL,
    UNIQUE (team_id, service, name)
);

CREATE TABLE saved_searches (
    id         TEXT   NOT NULL PRIMARY KEY,
    team_id    TEXT   NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
    spec       TEXT   NOT NULL,
    spec_bytes BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    version    BIGINT NOT NULL
);
CREATE INDEX saved_searches_by_team ON saved_searches (team_id, id);

CREATE TABLE dashboards (
    id         TEXT   NOT NULL PRIMARY KEY,
    team_id    TEXT   NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
    spec       TEXT   NOT NULL,
    spec_bytes BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    version    BIGINT NOT NULL
);
CREATE INDEX dashboards_by_team ON dashboards (team_id, id);

-- An alert goes with what it watches. Evaluation writes the columns from
-- state to failures, and nobody else does; all others are the owner's.
CREATE TABLE alerts (
    id                      TEXT             NOT NULL PRIMARY KEY,
    team_id                 TEXT             NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
    source                  TEXT             NOT NULL,
    dashboard_id            TEXT             REFERENCES dashboards (id) ON DELETE CASCADE,
    tile_id                 TEXT             NOT NULL,
    saved_search_id         TEXT             REFERENCES saved_searches (id) ON DELETE CASCADE,
    group_by                TEXT             NOT NULL,
    threshold               DOUBLE PRECISION NOT NULL,
    threshold_max           DOUBLE PRECISION,
    threshold_type          TEXT             NOT NULL,
    check_interval          TEXT             NOT NULL,
    schedule_offset_minutes BIGINT           NOT NULL,
    schedule_start_at       BIGINT,
    channels                TEXT             NOT NULL,
    name                    TEXT             NOT NULL,
    message                 TEXT             NOT NULL,
    note                    TEXT             NOT NULL,
    consecutive_windows     BIGINT           NOT NULL,
    no_data                 TEXT             NOT NULL,
    renotify_interval       TEXT             NOT NULL,
    delay_seconds           BIGINT           NOT NULL,
    created_by              TEXT             NOT NULL,
    silence                 TEXT             NOT NULL,
    state                   TEXT             NOT NULL,
    state_before_error      TEXT             NOT NULL,
    failures                TEXT             NOT NULL,
    created_at              BIGINT           NOT NULL,
    updated_at              BIGINT           NOT NULL,
    version                 BIGINT           NOT NULL
);
CREATE INDEX alerts_by_team ON alerts (team_id, id);
CREATE INDEX alerts_by_dashboard ON alerts (dashboard_id);
CREATE INDEX alerts_by_saved_search ON alerts (saved_search_id);

CREATE TABLE team_invitations (
    id         TEXT   NOT NULL PRIMARY KEY,
    team_id    TEXT   NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
    email      TEXT   NOT NULL,
    name       TEXT   NOT NULL,
    token      TEXT   NOT NULL,
    token_hash TEXT   NOT NULL UNIQUE,
    created_at BIGINT NOT NULL,
    UNIQUE (team_id, email)
);
