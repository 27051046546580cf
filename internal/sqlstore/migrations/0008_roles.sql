-- Accounts that are disabled, the role that an invitation to a team grants,
-- and a seat for the members with the role billing: sessions hang on seats.
-- The tokens of team invitations stay empty from now on; their hash is enough.

-- +goose Up
ALTER TABLE users ADD COLUMN disabled_at BIGINT;
ALTER TABLE team_invitations ADD COLUMN role TEXT NOT NULL DEFAULT 'developer';
INSERT INTO team_members (team_id, user_id, created_at)
SELECT services.team_id, organization_members.user_id, organization_members.created_at
FROM organization_members
JOIN services ON services.organization_id = organization_members.organization_id
LEFT JOIN team_members
    ON team_members.team_id = services.team_id
    AND team_members.user_id = organization_members.user_id
WHERE organization_members.role = 'billing' AND team_members.user_id IS NULL;
