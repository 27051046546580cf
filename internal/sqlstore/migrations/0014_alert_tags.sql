-- Words that a team finds its alerts by, as dashboards and saved searches
-- have them.

-- +goose Up
ALTER TABLE alerts ADD COLUMN tags TEXT NOT NULL DEFAULT 'null';
