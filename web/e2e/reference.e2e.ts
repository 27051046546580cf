import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { ask, sourcesOf } from './member';
import { startServer, type Server } from './server';
import { closeVisits, startBrowser, visit } from './visitor';

describe('a server with the demo', () => {
  let server: Server;
  let browser: Browser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer({}, ['--demo']), startBrowser()]);
  });

  afterAll(async () => {
    await closeVisits();
    await server?.stop();
  });

  test.each([
    ['stack', '/api/v2/docs', 'Cairn stack API'],
    ['cloud', '/v1/docs', 'Cairn cloud API'],
  ] as const)('%s: the reference page shows its operations and asks no other host', async (role, path, title) => {
    const { page, errors, strays } = await visit(browser, [server.origin(role)]);
    await page.goto(server.origin(role) + path);
    await page.getByRole('heading', { name: title }).waitFor();
    await page
      .getByRole('button', { name: /OpenAPI Document/ })
      .first()
      .waitFor();
    expect(errors).toEqual([]);
    expect(strays).toEqual([]);
  });

  test('a newcomer sees a dashboard with data, and alerts that tell nobody', async () => {
    const visitor = await visit(browser, [server.origin('ui')]);
    const { page } = visitor;
    await expect.poll(() => server.log(), { timeout: 60_000 }).toMatch(/Password +\S+/);
    const [, board = ''] = /A dashboard +(\S+)/.exec(server.log()) ?? [];
    const [, password = ''] = /Password +(\S+)/.exec(server.log()) ?? [];
    await page.goto(board);
    await page.getByLabel('E-mail').fill('admin@localhost');
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Shop' }).waitFor();
    const sources = await sourcesOf(visitor, server);
    const newest = {
      sourceId: sources.trace,
      startTime: new Date(Date.now() - 3_600_000).toISOString(),
      limit: 1,
    };
    await expect
      .poll(async () => (await ask<unknown[]>(visitor, server, 'post', '/search', newest)).length, { timeout: 60_000 })
      .toBe(1);
    await page.reload();
    await page.getByRole('img', { name: 'Requests by service' }).waitFor();
    await page.goto(`${server.origin('ui')}/alerts`);
    await page.getByRole('link', { name: 'A service is slow' }).waitFor();
    await page.getByRole('link', { name: 'Requests fail' }).click();
    await page.getByText(/Part of the demo, so it tells nobody/).waitFor();
    expect(visitor.errors).toEqual([]);
    expect(visitor.strays).toEqual([]);
  });
});
