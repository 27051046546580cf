-- Who single sign-on providers say that people are, by issuer and subject. An
-- e-mail address is no key: it can go to somebody else.

-- +goose Up
CREATE TABLE identities (
    issuer     TEXT    NOT NULL,
    subject    TEXT    NOT NULL,
    user_id    TEXT    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    is_granted BOOLEAN NOT NULL,
    created_at BIGINT  NOT NULL,
    used_at    BIGINT  NOT NULL,
    PRIMARY KEY (issuer, subject)
);
CREATE INDEX identities_by_user ON identities (user_id, created_at);

-- Sign-ins that came back from a provider, so that none comes back twice.
CREATE TABLE sign_in_returns (
    hash      TEXT   NOT NULL PRIMARY KEY,
    expire_at BIGINT NOT NULL
);
CREATE INDEX sign_in_returns_by_expiry ON sign_in_returns (expire_at);

-- With what a session is ended at the provider too. The token is sealed.
CREATE TABLE provider_sessions (
    session_id TEXT NOT NULL PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    issuer     TEXT NOT NULL,
    id_token   TEXT NOT NULL
);
