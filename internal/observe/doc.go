// Package observe arranges the use cases of the observability stack: what a
// team keeps (dashboards, alerts, sources, connections, webhooks, saved
// searches, people and keys) and what it asks of its telemetry (charts and
// searches). It serves the self-hosted API, the managed API and the web
// interface alike.
package observe
