import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { account, createAccount, signIn } from './journeys';
import { arrived, ask, countRows, makeKey } from './member';
import { startNginx } from './nginx';
import { freePort, startServer, type Server } from './server';
import { sendLogs } from './telemetry';
import { closeVisits, startBrowser, visit, type Visitor } from './visitor';

// A real proxy that speaks TLS and has the interface below a path.
describe('the interface below a path of a proxy', () => {
  let server: Server;
  let proxied: Server;
  let stopNginx: (() => Promise<void>) | undefined;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  let ui: string;

  beforeAll(async () => {
    const port = await freePort();
    ui = `https://127.0.0.1:${port}/cairn`;
    [server, browser] = await Promise.all([
      startServer({ CAIRN_PUBLIC_URL: ui, CAIRN_TRUSTED_PROXIES: '127.0.0.1/32' }),
      startBrowser(),
    ]);
    stopNginx = await startNginx(server, port);
    proxied = { ...server, origin: (role) => (role === 'ui' ? ui : server.origin(role)) };
    visitor = await visit(browser, [new URL(ui).origin], { ignoreHTTPSErrors: true });
    ({ page } = visitor);
  });

  afterAll(async () => {
    await closeVisits();
    await stopNginx?.();
    await server?.stop();
  });

  const pages = () => page.getByRole('navigation', { name: 'Pages' });
  const path = () => new URL(page.url()).pathname;

  test('everything that people open stays below the path', async () => {
    await page.goto(ui);
    await page.getByRole('heading', { name: 'Create the first account' }).waitFor();
    expect(path()).toBe('/cairn/setup');
    await createAccount(page);
    expect(path()).toBe('/cairn/');
    const cookies = await page.context().cookies(`${ui}/`);
    expect(cookies.map(({ name, path: below, secure }) => [name, below, secure])).toEqual([
      ['__Secure-cairn_session', '/cairn', true],
    ]);

    await sendLogs(server, await makeKey(visitor, proxied), [{ body: 'needle in a path' }]);
    await arrived(() => countRows(visitor, proxied, 'log', 'needle'), 1);
    await pages().getByRole('link', { name: 'Search' }).click();
    await page.getByText('needle in a path').first().waitFor();
    expect(path()).toBe('/cairn/search');

    const { id } = await ask<{ id: string }>(visitor, proxied, 'post', '/dashboards', { name: 'Below', tiles: [] });
    await pages().getByRole('link', { name: 'Dashboards' }).click();
    await page.getByRole('link', { name: 'Below' }).click();
    await page.getByRole('heading', { name: 'Below' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Below' }).waitFor();
    expect(path()).toBe(`/cairn/dashboards/${id}`);

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(path()).toBe('/cairn/sign-in');
    await page.goto(`${ui}/dashboards/${id}`);
    await signIn(page, account.password);
    await page.getByRole('heading', { name: 'Below' }).waitFor();
    expect(path()).toBe(`/cairn/dashboards/${id}`);
    expect(visitor.errors).toEqual([]);
    expect(visitor.strays).toEqual([]);
  });
});
