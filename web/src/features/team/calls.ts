import { queryOptions } from '@tanstack/react-query';

import { addressOf, call, create, read, readPages, remove, replace } from '../../api/client';
import type { ConnectionBody, Delivery, InvitationBody, SourceSpec, WebhookBody } from '../../api/stack.gen';
import type { Retention } from '../../api/ui.gen';
import type { Zone } from '../../time/format';
import type { Connection, Source, TeamKey, Webhook } from './types';
import { auditAsked, type AuditFilter } from './audit';
import type { Joining } from './useJoin';

export const accessKeysQuery = {
  queryKey: ['access-keys'],
  queryFn: (): Promise<TeamKey[]> => read('/api/v2/access-keys'),
};

export const ingestionKeysQuery = {
  queryKey: ['ingestion-keys'],
  queryFn: (): Promise<TeamKey[]> => read('/api/v2/ingestion-keys'),
};

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: () => read('/api/v2/team/members'),
});

export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: () => read('/api/v2/team/invitations'),
});

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: () => readPages('/api/v2/webhooks'),
});

export const connectionsQuery = queryOptions({
  queryKey: ['connections'],
  queryFn: () => read('/api/v2/connections'),
});

/** The team's sources, as they are managed: always read anew. */
export const sourcesQuery = queryOptions({
  queryKey: ['sources'],
  queryFn: () => read('/api/v2/sources'),
});

export const retentionQuery = queryOptions({
  queryKey: ['retention'],
  queryFn: () => read('/ui/api/retention'),
});

/** A page of the audit log: the newest records, or those older than the one with the id. */
export function auditQuery(filter: AuditFilter, zone: Zone, before: string) {
  const query = { ...auditAsked(filter, zone), ...(before !== '' && { cursor: before }) };
  return queryOptions({
    queryKey: ['audit', query],
    queryFn: () => call('GET', '/api/v2/audit', { query }),
    staleTime: 0,
  });
}

/** Since when the audit log is what was written. */
export const auditChainQuery = queryOptions({
  queryKey: ['audit-chain'],
  queryFn: () => read('/api/v2/audit/chain'),
});

/** Where the whole audit log can be had as lines of JSON. */
export function auditExport(filter: AuditFilter, zone: Zone): string {
  return addressOf('/api/v2/audit', { query: { ...auditAsked(filter, zone), format: 'ndjson' } });
}

/** Changes how long telemetry is kept, and returns how long it is kept now. */
export function changeRetention(body: Retention): Promise<Retention> {
  return replace('/ui/api/retention', { body });
}

/** Makes a personal key, within a role unless that is empty; its text is in the reply and nowhere after. */
export function createAccessKey(name: string, expireAt: string | null, roleId: string): Promise<TeamKey> {
  const body = { name, ...(expireAt !== null && { expireAt }), ...(roleId !== '' && { roleId }) };
  return create('/api/v2/access-keys', { body });
}

export function revokeAccessKey(id: string): Promise<void> {
  return remove('/api/v2/access-keys/{id}', { path: { id } });
}

/** Makes an ingestion key; its text is in the reply and nowhere after. */
export function createIngestionKey(name: string): Promise<TeamKey> {
  return create('/api/v2/ingestion-keys', { body: { name } });
}

export function revokeIngestionKey(id: string): Promise<void> {
  return remove('/api/v2/ingestion-keys/{id}', { path: { id } });
}

export function removeMember(id: string): Promise<void> {
  return remove('/api/v2/team/member/{id}', { path: { id } });
}

/** Invites somebody. The link is in the reply and nowhere after; a person with an account joins at once, without one. */
export function invite(body: InvitationBody): Promise<{ email: string; url?: string }> {
  return create('/api/v2/team/invitation', { body });
}

/** Accepts an invitation to the team; makes the account. */
export function joinTeam(body: Joining): Promise<{ email: string }> {
  return create('/api/v2/team/join', { body });
}

export function uninvite(id: string): Promise<void> {
  return remove('/api/v2/team/invitation/{id}', { path: { id } });
}

/** Makes a webhook; its signing secret is in the reply and nowhere after. */
export function createWebhook(body: WebhookBody): Promise<Webhook> {
  return create('/api/v2/webhooks', { body });
}

export function replaceWebhook(id: string, body: WebhookBody): Promise<Webhook> {
  return replace('/api/v2/webhooks/{id}', { path: { id }, body });
}

export function rotateWebhookSecret(id: string): Promise<Webhook> {
  return create('/api/v2/webhooks/{id}/rotate-secret', { path: { id } });
}

/** Sends a message that says that it is a test, and returns how it went. */
export function testWebhook(id: string): Promise<Delivery> {
  return create('/api/v2/webhooks/{id}/test', { path: { id } });
}

export function deleteWebhook(id: string): Promise<void> {
  return remove('/api/v2/webhooks/{id}', { path: { id } });
}

export function createConnection(body: ConnectionBody): Promise<Connection> {
  return create('/api/v2/connections', { body });
}

export function replaceConnection(id: string, body: ConnectionBody): Promise<Connection> {
  return replace('/api/v2/connections/{id}', { path: { id }, body });
}

export function deleteConnection(id: string): Promise<void> {
  return remove('/api/v2/connections/{id}', { path: { id } });
}

export function createSource(body: SourceSpec): Promise<Source> {
  return create('/api/v2/sources', { body });
}

export function replaceSource(id: string, body: SourceSpec): Promise<Source> {
  return replace('/api/v2/sources/{id}', { path: { id }, body });
}

export function deleteSource(id: string): Promise<void> {
  return remove('/api/v2/sources/{id}', { path: { id } });
}
