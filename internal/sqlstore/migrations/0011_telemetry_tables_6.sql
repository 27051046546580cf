-- The tables of telemetry are of version 6 from here on. Programs of before do
-- not know them: they would take records that they can't store, and answer
-- questions wrongly. With this, they refuse to start.

-- +goose Up
SELECT 6 AS telemetry_tables;
