import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { BrowserContextOptions, Page } from 'playwright-core';

import { startServer, type Role, type Server } from './server';
import { startBrowser, visit, type Visitor } from './visitor';

/** Where pictures of the documentation are kept. */
export const folder = resolve(import.meta.dirname, '../../docs/images');

/** Longer than a field waits for more to be typed. */
const typingMs = 1_000;
const pollMs = 200;

const defaultPorts = { stack: 8000, ui: 8080, cloud: 8100, otlp_grpc: 4317, otlp_http: 4318 };

/** Shows the ports of the documentation, so that pictures differ only when pages do. */
export async function showDefaultPorts(page: Page, server: Server): Promise<void> {
  await page.route('**/ui/api/overview', async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    const body = Object.entries(defaultPorts).reduce(
      (shown, [role, port]) => shown.replaceAll(new URL(server.origin(role as Role)).host, `127.0.0.1:${port}`),
      text,
    );
    await route.fulfill({ response, body });
  });
}

/** What the server prints once it serves, and may not have printed yet. */
async function printedPassword(server: Server): Promise<string> {
  for (;;) {
    const [, password] = /Password\s+(\S+)/.exec(server.log()) ?? [];
    if (password !== undefined) return password;
    // oxlint-disable-next-line no-await-in-loop
    await sleep(pollMs);
  }
}

/** Signs in with the account of the demo, on the page that asks for it. */
export async function signIn(page: Page, server: Server, heading = 'Overview'): Promise<void> {
  await page.getByLabel('E-mail').fill('admin@localhost');
  await page.getByRole('textbox', { name: 'Password' }).fill(await printedPassword(server));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: heading }).waitFor();
}

/** Starts a server with the demo and a visitor who is signed in, once its history is there. */
export async function enterDemo(options: BrowserContextOptions): Promise<{ server: Server; visitor: Visitor }> {
  const [server, browser] = await Promise.all([startServer({}, ['--demo']), startBrowser()]);
  const visitor = await visit(browser, [server.origin('ui')], options);
  await showDefaultPorts(visitor.page, server);
  await visitor.page.goto(server.origin('ui'));
  await signIn(visitor.page, server);
  await waitForHistory(visitor.page, server);
  return { server, visitor };
}

/** Waits until the last minutes of the demo's history are stored; it is written from its beginning on. */
export async function waitForHistory(page: Page, server: Server): Promise<void> {
  for (;;) {
    const answer = await page.request.post(`${server.origin('ui')}/api/v2/search`, {
      data: await lastRows(page, server),
    });
    // A new team's store is being prepared, which is refused until then.
    if (answer.ok() && ((await answer.json()) as { data: unknown[] }).data.length > 0) return;
    await sleep(pollMs);
  }
}

/** Waits until nothing is on its way any more, and nothing old is shown meanwhile. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  // What was typed last is asked about after a pause.
  await sleep(typingMs);
  await page.locator('[data-stale]').first().waitFor({ state: 'detached' });
  await page.evaluate(() => document.fonts.ready);
}

function minutesAgo(minutes: number): string {
  return new Date(Date.now() - minutes * 60_000).toISOString();
}

async function lastRows(page: Page, server: Server): Promise<Record<string, unknown>> {
  const sources = (await (await page.request.get(`${server.origin('ui')}/api/v2/sources`)).json()) as {
    data: { id: string; kind: string }[];
  };
  return {
    sourceId: sources.data.find(({ kind }) => kind === 'trace')?.id,
    startTime: minutesAgo(1.5),
    endTime: minutesAgo(1),
    limit: 1,
  };
}
