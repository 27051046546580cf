import { queryOptions } from '@tanstack/react-query';

import { create, exchange, read, remove } from '../../api/records';
import type { Role } from '../../api/roles';
import type { Delivery } from '../../api/stack.gen';
import type { Retention } from './retention';
import type { Connection, ConnectionBody, Invitation, Member, Source, TeamKey, Webhook, WebhookBody } from './types';
import type { Joining } from './useJoin';

const root = '/api/v2';

export const accessKeysQuery = {
  queryKey: ['access-keys'],
  queryFn: () => read<TeamKey[]>(`${root}/access-keys`),
};

export const ingestionKeysQuery = {
  queryKey: ['ingestion-keys'],
  queryFn: () => read<TeamKey[]>(`${root}/ingestion-keys`),
};

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: () => read<Member[]>(`${root}/team/members`),
});

export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: () => read<Invitation[]>(`${root}/team/invitations`),
});

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: () => read<Webhook[]>(`${root}/webhooks?limit=1000`),
});

export const connectionsQuery = queryOptions({
  queryKey: ['connections'],
  queryFn: () => read<Connection[]>(`${root}/connections`),
});

export const sourcesQuery = queryOptions({
  queryKey: ['sources'],
  queryFn: () => read<Source[]>(`${root}/sources`),
});

export const retentionQuery = queryOptions({
  queryKey: ['retention'],
  queryFn: () => read<Retention>('/ui/api/retention'),
});

/** Changes how long telemetry is kept, and answers how long it is kept now. */
export async function changeRetention(body: Retention): Promise<Retention> {
  return (await exchange<Retention>('PUT', '/ui/api/retention', { body })).value;
}

/** Makes a personal key; its text is in the answer and nowhere after. */
export function createAccessKey(name: string, expireAt: string | null): Promise<TeamKey> {
  return create(`${root}/access-keys`, expireAt === null ? { name } : { name, expireAt });
}

export function revokeAccessKey(id: string): Promise<void> {
  return remove(`${root}/access-keys/${id}`);
}

/** Makes an ingestion key; its text is in the answer and nowhere after. */
export function createIngestionKey(name: string): Promise<TeamKey> {
  return create(`${root}/ingestion-keys`, { name });
}

export function revokeIngestionKey(id: string): Promise<void> {
  return remove(`${root}/ingestion-keys/${id}`);
}

export function removeMember(id: string): Promise<void> {
  return remove(`${root}/team/member/${id}`);
}

/** Invites somebody. The link is in the answer and nowhere after; a person with an account joins at once, without one. */
export function invite(email: string, name: string, role: Role): Promise<{ email: string; url?: string }> {
  return create(`${root}/team/invitation`, name === '' ? { email, role } : { email, name, role });
}

/** Accepts an invitation to the team; makes the account. */
export function joinTeam(joining: Joining): Promise<{ email: string }> {
  return create(`${root}/team/join`, joining);
}

export function uninvite(id: string): Promise<void> {
  return remove(`${root}/team/invitation/${id}`);
}

/** Makes a webhook; its signing secret is in the answer and nowhere after. */
export function createWebhook(body: WebhookBody): Promise<Webhook> {
  return create(`${root}/webhooks`, body);
}

export async function replaceWebhook(id: string, body: WebhookBody): Promise<Webhook> {
  return (await exchange<Webhook>('PUT', `${root}/webhooks/${id}`, { body })).value;
}

export function rotateWebhookSecret(id: string): Promise<Webhook> {
  return create(`${root}/webhooks/${id}/rotate-secret`, undefined);
}

/** Sends a message that says that it is a test, and answers how it went. */
export function testWebhook(id: string): Promise<Delivery> {
  return create(`${root}/webhooks/${id}/test`, undefined);
}

export function deleteWebhook(id: string): Promise<void> {
  return remove(`${root}/webhooks/${id}`);
}

export function createConnection(body: ConnectionBody): Promise<Connection> {
  return create(`${root}/connections`, body);
}

export async function replaceConnection(id: string, body: ConnectionBody): Promise<Connection> {
  return (await exchange<Connection>('PUT', `${root}/connections/${id}`, { body })).value;
}

export function deleteConnection(id: string): Promise<void> {
  return remove(`${root}/connections/${id}`);
}

export function createSource(body: unknown): Promise<Source> {
  return create(`${root}/sources`, body);
}

export async function replaceSource(id: string, body: unknown): Promise<Source> {
  return (await exchange<Source>('PUT', `${root}/sources/${id}`, { body })).value;
}

export function deleteSource(id: string): Promise<void> {
  return remove(`${root}/sources/${id}`);
}
