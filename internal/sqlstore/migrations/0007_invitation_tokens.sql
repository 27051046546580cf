-- What lets an invited person join an organization. Only the hash of a token
-- is kept; invitations from before have none and can't be accepted.

-- +goose Up
ALTER TABLE organization_invitations ADD COLUMN token_hash TEXT NOT NULL DEFAULT '';
CREATE INDEX organization_invitations_by_token ON organization_invitations (token_hash);
