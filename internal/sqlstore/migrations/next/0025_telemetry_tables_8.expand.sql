-- The tables of telemetry of the build tag cairn_next are of version 8.

-- +goose Up
SELECT 8 AS telemetry_tables;
