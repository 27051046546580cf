-- Links that show one dashboard to people without an account until they end. A
-- link goes with its dashboard and with its creator's seat. Only the hash of its
-- token is kept.

-- +goose Up
CREATE TABLE share_links (
    id           TEXT   NOT NULL PRIMARY KEY,
    team_id      TEXT   NOT NULL,
    dashboard_id TEXT   NOT NULL REFERENCES dashboards (id) ON DELETE CASCADE,
    created_by   TEXT   NOT NULL,
    public_id    TEXT   NOT NULL UNIQUE,
    hash         TEXT   NOT NULL,
    created_at   BIGINT NOT NULL,
    expire_at    BIGINT NOT NULL,
    revoked_at   BIGINT,
    FOREIGN KEY (team_id, created_by) REFERENCES team_members (team_id, user_id) ON DELETE CASCADE
);
CREATE INDEX share_links_by_dashboard ON share_links (dashboard_id, created_at);
CREATE INDEX share_links_by_seat ON share_links (team_id, created_by);
