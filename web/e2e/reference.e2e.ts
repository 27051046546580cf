import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startServer, type Server } from './server';
import { startBrowser, visit } from './visitor';

describe('the API reference pages', () => {
  let server: Server;
  let browser: Browser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(), startBrowser()]);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  test.each([
    ['stack', '/api/v2/docs', 'Cairn stack API'],
    ['cloud', '/v1/docs', 'Cairn cloud API'],
  ] as const)('%s shows its operations and asks no other host', async (role, path, title) => {
    const { page, errors, strays } = await visit(browser, [server.origin(role)]);
    await page.goto(server.origin(role) + path);
    await page.getByRole('heading', { name: title }).waitFor();
    await page.getByRole('button', { name: /OpenAPI Document/ }).first().waitFor();
    expect(errors).toEqual([]);
    expect(strays).toEqual([]);
  });
});
