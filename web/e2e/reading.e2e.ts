import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { enter } from './member';
import { startServer, type Server } from './server';
import { closeVisits, startBrowser } from './visitor';

/** A refusal: unlike a server that is away, it is not asked again on its own. */
const refused = {
  status: 403,
  headers: { 'X-Request-Id': '0b6ad1a5-8a3f-4c7e-9d0b-1f2e3d4c5b6a' },
  json: { message: 'this needs another role', error: 'FORBIDDEN: this needs another role' },
};

/** A page, what it reads, what it says when that fails, and what it shows in the end. */
const pages = [
  ['/dashboards', '**/api/v2/dashboards', 'The dashboards could not be loaded', 'No dashboards yet'],
  ['/alerts', '**/api/v2/alerts?*', 'The alerts could not be loaded', 'No alerts yet'],
  ['/team/keys', '**/api/v2/access-keys', 'The access keys could not be loaded', 'Personal access keys'],
  ['/team/members', '**/api/v2/team/members', 'The members could not be loaded', 'Members'],
  ['/team/webhooks', '**/api/v2/webhooks?*', 'The webhooks could not be loaded', 'No webhooks yet'],
  ['/team/sources', '**/api/v2/sources', 'The sources could not be loaded', 'Sources'],
  ['/team/connections', '**/api/v2/connections', 'The connections could not be loaded', 'Connections'],
  ['/cloud', '**/v1/organizations', 'The organization could not be loaded', 'Recent activity'],
  [
    '/cloud/services',
    '**/v1/organizations/*/services',
    'The services could not be loaded',
    'Each service is a database',
  ],
  ['/cloud/keys', '**/v1/organizations/*/keys', 'The keys could not be loaded', 'For programs that manage'],
  ['/cloud/usage', '**/usageCost?*', 'The usage cost could not be loaded', 'In units, per day'],
  ['/cloud/activity', '**/activities?*', 'The activities could not be loaded', 'Who did what'],
] as const;

// The server can't be made to fail on demand, so the browser gives these answers.
describe('every list while it is read, when that fails, and afterwards', () => {
  let server: Server;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(), startBrowser()]);
    ({ page } = await enter(browser, server));
  });

  afterAll(async () => {
    await closeVisits();
    await server?.stop();
  });

  test.each(pages)('%s', async (path, api, failure, content) => {
    const waiting: (() => void)[] = [];
    const held = new Promise<void>((resolve) => {
      waiting.push(resolve);
    });
    await page.route(api, async (route) => {
      await held;
      await route.fulfill(refused);
    });
    await page.goto(server.origin('ui') + path);
    await page.getByRole('status').first().waitFor();
    for (const go of waiting) go();
    const alert = page.getByRole('alert').filter({ hasText: failure });
    await alert.waitFor();
    expect(await alert.innerText()).toContain(refused.headers['X-Request-Id']);
    expect(await alert.innerText()).toContain('This needs another role.');
    await page.unroute(api);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByText(content).first().waitFor();
    await alert.waitFor({ state: 'detached' });
  });

  test('a list that fails later stays, and says how old it is', async () => {
    await page.goto(`${server.origin('ui')}/team/members`);
    await page.getByRole('table', { name: 'Members' }).getByText('ada@example.org').waitFor();
    await page.route('**/api/v2/team/members', (route) => route.fulfill(refused));
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await page.getByText(/Showing data from/).waitFor();
    expect(await page.getByRole('table', { name: 'Members' }).getByText('ada@example.org').isVisible()).toBe(true);
  });
});
