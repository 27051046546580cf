import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { account, createAccount, overviewShown, signIn } from './journeys';
import { startServer, type Server } from './server';
import { startBrowser, visit } from './visitor';

const overview = '**/ui/api/overview';
const away = {
  status: 503,
  headers: { 'X-Request-Id': '0b6ad1a5-8a3f-4c7e-9d0b-1f2e3d4c5b6a' },
  json: { message: 'the engine is restarting' },
};

// The server can't be made to fail on demand, so the browser gives these answers.
describe('what a page shows when things go wrong', () => {
  let server: Server;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(), startBrowser()]);
    ({ page } = await visit(browser, [server.origin('ui')]));
    await page.goto(server.origin('ui'));
    await createAccount(page);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  test('an overview that fails later stays, and says how old it is', async () => {
    await page.route(overview, (route) => route.fulfill(away));
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await page.getByText('The engine is restarting.').waitFor();
    expect(await page.getByText(/^This was read at/).count()).toBe(1);
    expect(await page.getByRole('region', { name: 'Status' }).isVisible()).toBe(true);
  });

  test('an overview that never came says why, with the request id', async () => {
    await page.reload();
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.innerText()).toContain('The overview can’t be read');
    expect(await alert.innerText()).toContain(away.headers['X-Request-Id']);
  });

  test('trying again helps', async () => {
    await page.unroute(overview);
    await page.getByRole('button', { name: 'Try again' }).click();
    await overviewShown(page);
  });

  test('too many attempts say when to come back', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.route('**/ui/api/session', (route) =>
      route.fulfill({ status: 429, headers: { 'Retry-After': '30' }, json: { message: 'too many attempts' } }),
    );
    await signIn(page, account.password);
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.innerText()).toContain('Too many attempts. Try again in 30 seconds.');
  });
});
