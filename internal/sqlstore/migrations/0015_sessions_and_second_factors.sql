-- Where a session was made, one-time links that set a password, and the second
-- factor of signing in. Only hashes of links and recovery codes are kept; the
-- secret of a second factor is sealed.

-- +goose Up
ALTER TABLE sessions ADD COLUMN address TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN browser TEXT NOT NULL DEFAULT '';
CREATE INDEX sessions_by_user ON sessions (user_id, created_at);

-- The organization and the creator are those of an admin; empty for others.
CREATE TABLE password_links (
    id              TEXT   NOT NULL PRIMARY KEY,
    user_id         TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    origin          TEXT   NOT NULL,
    organization_id TEXT   NOT NULL,
    created_by      TEXT   NOT NULL,
    public_id       TEXT   NOT NULL UNIQUE,
    hash            TEXT   NOT NULL,
    created_at      BIGINT NOT NULL,
    expire_at       BIGINT NOT NULL,
    used_at         BIGINT
);
CREATE INDEX password_links_by_user ON password_links (user_id, created_at);
CREATE INDEX password_links_by_expiry ON password_links (expire_at);

-- At most one for an account. It counts once it is confirmed. The last step is
-- that of the newest code which was taken: no code is taken twice.
CREATE TABLE second_factors (
    user_id      TEXT   NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    secret       TEXT   NOT NULL,
    created_at   BIGINT NOT NULL,
    confirmed_at BIGINT,
    last_step    BIGINT NOT NULL
);

CREATE TABLE recovery_codes (
    user_id TEXT NOT NULL REFERENCES second_factors (user_id) ON DELETE CASCADE,
    hash    TEXT NOT NULL,
    PRIMARY KEY (user_id, hash)
);
