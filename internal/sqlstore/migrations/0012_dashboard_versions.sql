-- Every version of a dashboard that was saved, the present one among them, until
-- newer ones push it out. Who saved what was there before is not known.

-- +goose Up
CREATE TABLE dashboard_versions (
    dashboard_id  TEXT   NOT NULL REFERENCES dashboards (id) ON DELETE CASCADE,
    version       BIGINT NOT NULL,
    spec          TEXT   NOT NULL,
    spec_bytes    BIGINT NOT NULL,
    created_by    TEXT   NOT NULL,
    created_at    BIGINT NOT NULL,
    restored_from BIGINT NOT NULL,
    PRIMARY KEY (dashboard_id, version)
);
INSERT INTO dashboard_versions (dashboard_id, version, spec, spec_bytes, created_by, created_at, restored_from)
SELECT id, version, spec, spec_bytes, '', updated_at, 0
FROM dashboards;
