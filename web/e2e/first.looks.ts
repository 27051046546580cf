import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';

import { look } from './looks';
import { enter } from './member';
import { startServer, type Server } from './server';
import { closeVisits, startBrowser, visit } from './visitor';

/** What people see before there is anything to see. */
const empty = [
  ['overview', '/'],
  ['search', '/search'],
  ['saved', '/search/saved'],
  ['charts', '/charts'],
  ['traces', '/traces'],
  ['services', '/services'],
  ['dashboards', '/dashboards'],
  ['alerts', '/alerts'],
  ['webhooks', '/team/webhooks'],
  ['cloud', '/cloud'],
  ['cloud-services', '/cloud/services'],
  ['cloud-usage', '/cloud/usage'],
] as const;

/** Nothing is sent; the pages of forgotten passwords are there. */
const mail = { CAIRN_SMTP_URL: 'smtp://127.0.0.1:9', CAIRN_SMTP_FROM: 'cairn@example.com' };

describe('an installation in its first minutes', () => {
  let server: Server;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(mail), startBrowser()]);
  });

  afterAll(async () => {
    await closeVisits();
    await server?.stop();
  });

  /** A page of somebody who is not signed in. */
  async function stranger(): Promise<Page> {
    return (await visit(browser, [server.origin('ui')])).page;
  }

  test('set-up', async () => look(await stranger(), 'first-setup', server.origin('ui'), []));

  test('the first account is made', async () => {
    ({ page } = await enter(browser, server));
  });

  test.each(empty)('%s', (name, path) => look(page, `first-${name}`, server.origin('ui') + path, []));

  test('sign-in', async () => look(await stranger(), 'first-sign-in', server.origin('ui'), []));

  test.each([
    ['forgot-password', '/forgot-password'],
    ['set-password', '/set-password?token=none'],
  ])('%s', async (name, path) => look(await stranger(), `first-${name}`, server.origin('ui') + path, []));

  test('an invitation', async () => {
    await page.goto(`${server.origin('ui')}/team/members`);
    await page.getByRole('button', { name: 'Invite member' }).click();
    await page.getByLabel('E-mail').fill('grace@example.org');
    await page.getByRole('button', { name: 'Create invitation' }).click();
    const address = await page.locator('[data-secret="Invitation link"]').innerText();
    await look(await stranger(), 'first-join', address, []);
  });
});
