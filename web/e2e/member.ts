import type { Browser } from 'playwright-core';

import { account } from './journeys';
import type { Server } from './server';
import { visit, type Visitor } from './visitor';

const viewport = { width: 1440, height: 900 };

/** Opens a page of somebody who is signed in; the first one makes the account. */
export async function enter(browser: Browser, server: Server): Promise<Visitor> {
  const visitor = await visit(browser, [server.origin('ui')], { viewport });
  const ui = server.origin('ui');
  const made = await visitor.page.request.post(`${ui}/ui/api/setup`, { data: account });
  if (!made.ok()) await visitor.page.request.post(`${ui}/ui/api/session`, { data: { email: account.email, password: account.password } });
  return visitor;
}

/** Calls the stack's API as whoever is signed in on the page, and answers the content. */
export async function ask<Content>(visitor: Visitor, server: Server, method: 'get' | 'post' | 'put', path: string, data?: unknown): Promise<Content> {
  const response = await visitor.page.request[method](`${server.origin('ui')}/api/v2${path}`, data === undefined ? {} : { data });
  const text = await response.text();
  if (!response.ok()) throw new Error(`${path} answered ${response.status()}: ${text}`);
  return (JSON.parse(text) as { data: Content }).data;
}
