-- The Prometheus address that clients keep with a connection.

-- +goose Up
ALTER TABLE connections ADD COLUMN prometheus_endpoint TEXT NOT NULL DEFAULT '';
