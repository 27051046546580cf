-- The tables of telemetry are of version 7 from here on: what was written with
-- an index of series. Programs of before do not know it and would leave series
-- out of it. With this, they refuse to start.

-- +goose Up
SELECT 7 AS telemetry_tables;
