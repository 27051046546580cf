import type { Browser } from 'playwright-core';
import { expect, vi } from 'vitest';

import { account } from './journeys';
import type { Server } from './server';
import { visit, type Visitor } from './visitor';

const viewport = { width: 1440, height: 900 };

/** Opens a page of somebody who is signed in; the first one makes the account. */
export async function enter(browser: Browser, server: Server): Promise<Visitor> {
  const visitor = await visit(browser, [server.origin('ui')], { viewport });
  const ui = server.origin('ui');
  const made = await visitor.page.request.post(`${ui}/ui/api/setup`, { data: account });
  if (!made.ok())
    await visitor.page.request.post(`${ui}/ui/api/session`, {
      data: { email: account.email, password: account.password },
    });
  return visitor;
}

/** Invites somebody to the team, and opens a page of theirs, signed in. */
export async function enterInvited(
  browser: Browser,
  admin: Visitor,
  server: Server,
  { name, email }: { name: string; email: string },
): Promise<Visitor> {
  const { password } = account;
  const { url } = await ask<{ url: string }>(admin, server, 'post', '/team/invitation', { email });
  const visitor = await visit(browser, [server.origin('ui')], { viewport });
  const token = new URL(url).searchParams.get('token');
  await ask(visitor, server, 'post', '/team/join', { name, password, token });
  await visitor.page.request.post(`${server.origin('ui')}/ui/api/session`, { data: { email, password } });
  return visitor;
}

/** Calls the stack's API as the person signed in on the page, and returns the content. */
export async function ask<Content>(
  visitor: Visitor,
  server: Server,
  method: 'get' | 'post' | 'put',
  path: string,
  data?: unknown,
): Promise<Content> {
  const response = await visitor.page.request[method](
    `${server.origin('ui')}/api/v2${path}`,
    data === undefined ? {} : { data },
  );
  const text = await response.text();
  if (!response.ok()) throw new Error(`${path} answered ${response.status()}: ${text}`);
  return (JSON.parse(text) as { data: Content }).data;
}

/** Waits until what was sent is stored, which is a moment after it was taken. */
export async function arrived(count: () => Promise<number>, want: number): Promise<void> {
  await vi.waitFor(async () => expect(await count()).toBe(want), { timeout: 60_000, interval: 200 });
}

/** How many rows of the last quarter of an hour a search finds in the team's own source of a kind. */
export async function countRows(
  visitor: Visitor,
  server: Server,
  kind: 'log' | 'trace',
  where: string,
): Promise<number> {
  return (
    await ask<unknown[]>(visitor, server, 'post', '/search', {
      sourceId: await sourceOf(visitor, server, kind),
      where,
      limit: 2000,
    })
  ).length;
}

/** How many metrics reported in the last hour. */
export async function countMetrics(visitor: Visitor, server: Server): Promise<number> {
  return (
    await ask<unknown[]>(visitor, server, 'post', '/search/metrics', {
      sourceId: await sourceOf(visitor, server, 'metric'),
    })
  ).length;
}

export async function sourceOf(visitor: Visitor, server: Server, kind: string): Promise<string | undefined> {
  return (await sourcesOf(visitor, server))[kind];
}

/** The ids of the team's sources, by their kinds. */
export async function sourcesOf(visitor: Visitor, server: Server): Promise<Record<string, string>> {
  const sources = await ask<{ id: string; kind: string }[]>(visitor, server, 'get', '/sources');
  return Object.fromEntries(sources.map(({ kind, id }) => [kind, id]));
}

/** Makes a key to send telemetry with. */
export async function makeKey(visitor: Visitor, server: Server): Promise<string> {
  return (await ask<{ key: string }>(visitor, server, 'post', '/ingestion-keys', { name: 'e2e' })).key;
}
