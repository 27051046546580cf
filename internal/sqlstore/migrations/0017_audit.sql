-- What was changed in a team and by whom, what was refused there, and who
-- signed in. Each row continues the row before it in its team by its hash. Rows
-- are never changed, and stay when their team goes.

-- +goose Up
CREATE TABLE audit_records (
    id           TEXT    NOT NULL PRIMARY KEY,
    team_id      TEXT    NOT NULL,
    sequence     BIGINT  NOT NULL,
    created_at   BIGINT  NOT NULL,
    actor_kind   TEXT    NOT NULL,
    user_id      TEXT    NOT NULL,
    user_name    TEXT    NOT NULL,
    key_id       TEXT    NOT NULL,
    key_name     TEXT    NOT NULL,
    address      TEXT    NOT NULL,
    user_agent   TEXT    NOT NULL,
    door         TEXT    NOT NULL,
    operation    TEXT    NOT NULL,
    subject_kind TEXT    NOT NULL,
    subject_id   TEXT    NOT NULL,
    subject_name TEXT    NOT NULL,
    outcome      TEXT    NOT NULL,
    reason       TEXT    NOT NULL,
    times        BIGINT  NOT NULL,
    changes      TEXT    NOT NULL,
    changes_cut  BOOLEAN NOT NULL,
    prev_hash    TEXT    NOT NULL,
    hash         TEXT    NOT NULL,
    UNIQUE (team_id, sequence)
);
CREATE INDEX audit_records_by_subject ON audit_records (team_id, subject_id, sequence);
