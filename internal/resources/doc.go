// Package resources arranges what a team keeps: dashboards, alerts, sources,
// connections, webhooks, saved searches, people and keys. It serves the
// self-hosted API, the managed API and the web interface alike.
package resources
