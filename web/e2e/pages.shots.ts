import { mkdir } from 'node:fs/promises';

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';

import { startServer, type Server } from './server';
import { folder, settle, showDefaultPorts, signIn, waitForHistory } from './shots';
import { closeVisits, startBrowser, visit } from './visitor';

const viewport = { width: 1440, height: 900 };
const schemes = ['light', 'dark'] as const;

let browser: Browser;

beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  browser = await startBrowser();
});

afterAll(closeVisits);

/** Takes the page as it is, in both colour schemes, once nothing is on its way any more. */
async function shoot(page: Page, name: string): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    await settle(page);
    await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png`, animations: 'disabled', caret: 'hide' });
  }
}

describe('before the first account', () => {
  let server: Server;

  beforeAll(async () => {
    server = await startServer();
  });

  afterAll(() => server?.stop());

  test('the set-up page', async () => {
    const { page } = await visit(browser, [server.origin('ui')], { viewport });
    await page.goto(server.origin('ui'));
    await page.getByRole('heading', { name: 'Create the first account' }).waitFor();
    await shoot(page, 'setup');
  });
});

describe('with the demo', () => {
  let server: Server;
  let page: Page;
  const go = (path: string) => page.goto(server.origin('ui') + path);

  beforeAll(async () => {
    server = await startServer({}, ['--demo']);
    ({ page } = await visit(browser, [server.origin('ui')], { viewport }));
    await showDefaultPorts(page, server);
  });

  afterAll(() => server?.stop());

  test('the sign-in page', async () => {
    await go('/');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await shoot(page, 'sign-in');
    await signIn(page, server);
  });

  test('the history of the demo is there', () => waitForHistory(page, server));

  test.each([
    ['overview', '/'],
    ['welcome', '/welcome'],
    ['search', '/search'],
    ['charts', '/charts?display=area'],
    ['traces', '/traces?order=slowest'],
    ['services', '/services'],
    ['service', '/services/checkout'],
    ['dashboards', '/dashboards'],
    ['alerts', '/alerts'],
    ['team', '/team'],
    ['cloud', '/cloud'],
    ['cloud-services', '/cloud/services'],
    ['cloud-usage', '/cloud/usage'],
  ])('%s', async (name, path) => {
    await go(path);
    await page.locator('h1').first().waitFor();
    await shoot(page, name);
  });

  test('a row, a trace, a dashboard and an alert', async () => {
    await go('/search?q=SeverityText:error');
    await page.getByRole('grid', { name: 'Rows' }).getByRole('row').nth(2).click();
    await page.getByRole('complementary', { name: 'Row' }).getByRole('tab', { name: 'Trace' }).click();
    await page.getByRole('treeitem').first().waitFor();
    await shoot(page, 'search-row');
    await go('/traces?order=slowest');
    await page.getByRole('table', { name: 'Traces' }).getByRole('link').first().click();
    await page.getByRole('treeitem').first().waitFor();
    await shoot(page, 'trace');
    await go('/dashboards');
    await page.locator('main a[href^="/dashboards/"]').first().click();
    await page.locator('canvas').first().waitFor();
    await shoot(page, 'dashboard');
    await go('/alerts');
    await page.getByRole('link', { name: 'Requests fail' }).click();
    await page.locator('canvas').first().waitFor();
    await shoot(page, 'alert');
  });
});
