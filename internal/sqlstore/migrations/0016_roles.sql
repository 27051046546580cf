-- What members and keys of a team may do. A role id that is empty is the one
-- that follows from the role in the organization; predefined roles have ids
-- but no rows.

-- +goose Up
CREATE TABLE roles (
    id         TEXT   NOT NULL PRIMARY KEY,
    team_id    TEXT   NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
    name_key   TEXT   NOT NULL,
    spec       TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    version    BIGINT NOT NULL,
    UNIQUE (team_id, name_key)
);

ALTER TABLE teams ADD COLUMN default_role_id TEXT NOT NULL DEFAULT '';
ALTER TABLE team_members ADD COLUMN role_id TEXT NOT NULL DEFAULT '';
ALTER TABLE team_invitations ADD COLUMN role_id TEXT NOT NULL DEFAULT '';
ALTER TABLE access_keys ADD COLUMN role_id TEXT NOT NULL DEFAULT '';
CREATE INDEX team_members_by_role ON team_members (role_id);
