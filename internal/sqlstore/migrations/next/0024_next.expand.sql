-- A change that older programs need not know. It is in no program that is
-- shipped: the build tag cairn_next adds it, for tests of upgrades.

-- +goose Up
ALTER TABLE alerts ADD COLUMN next_note TEXT NOT NULL DEFAULT 'none';
ALTER TABLE outbox_messages ADD COLUMN next_note TEXT;
CREATE TABLE next_notes (
    alert_id TEXT NOT NULL PRIMARY KEY REFERENCES alerts (id) ON DELETE CASCADE,
    note     TEXT NOT NULL
);
