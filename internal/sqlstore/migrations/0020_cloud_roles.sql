-- Roles of an organization that its admins made, and who has them. System
-- roles have ids but no rows.

-- +goose Up
CREATE TABLE cloud_roles (
    id              TEXT   NOT NULL PRIMARY KEY,
    organization_id TEXT   NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    name            TEXT   NOT NULL,
    name_key        TEXT   NOT NULL,
    policies        TEXT   NOT NULL,
    created_at      BIGINT NOT NULL,
    updated_at      BIGINT NOT NULL,
    version         BIGINT NOT NULL,
    UNIQUE (organization_id, name_key)
);

-- One of user, key and invitation is set. A row goes with what it is about, so
-- that nobody who comes back finds old roles.
CREATE TABLE cloud_role_actors (
    role_id         TEXT NOT NULL REFERENCES cloud_roles (id) ON DELETE CASCADE,
    organization_id TEXT NOT NULL,
    user_id         TEXT,
    key_id          TEXT REFERENCES cloud_keys (id) ON DELETE CASCADE,
    invitation_id   TEXT REFERENCES organization_invitations (id) ON DELETE CASCADE,
    FOREIGN KEY (organization_id, user_id) REFERENCES organization_members (organization_id, user_id) ON DELETE CASCADE,
    UNIQUE (role_id, user_id),
    UNIQUE (role_id, key_id),
    UNIQUE (role_id, invitation_id)
);
CREATE INDEX cloud_role_actors_by_user ON cloud_role_actors (organization_id, user_id);
CREATE INDEX cloud_role_actors_by_key ON cloud_role_actors (key_id);
CREATE INDEX cloud_role_actors_by_invitation ON cloud_role_actors (invitation_id);
