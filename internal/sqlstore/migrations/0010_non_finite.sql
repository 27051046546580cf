-- How many of the values that a window of an alert was decided by were not
-- finite.

-- +goose Up
ALTER TABLE alert_evaluations ADD COLUMN non_finite BIGINT NOT NULL DEFAULT 0;
