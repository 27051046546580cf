import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';

import { startServer, type Role, type Server } from './server';
import { startBrowser, visit } from './visitor';

const viewport = { width: 1440, height: 900 };
const folder = resolve(import.meta.dirname, '../../docs/images');
const defaultPorts = { stack: 8000, ui: 8080, cloud: 8100, otlp_grpc: 4317, otlp_http: 4318 };
const schemes = ['light', 'dark'] as const;

let browser: Browser;

beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  browser = await startBrowser();
});

afterAll(() => browser?.close());

/** Shows the ports of the documentation, so that pictures differ only when pages do. */
async function showDefaultPorts(page: Page, server: Server): Promise<void> {
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

/** Takes the page as it is, in both colour schemes, once nothing is on its way any more. */
async function shoot(page: Page, name: string): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => document.fonts.ready);
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
    await page.getByLabel('E-mail').fill('admin@localhost');
    await page.getByRole('textbox', { name: 'Password' }).fill(/Password\s+(\S+)/.exec(server.log())?.[1] ?? '');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  });

  test('the history of the demo is there', async () => {
    for (;;) {
      const answer = await page.request.post(`${server.origin('ui')}/api/v2/search`, {
        data: await lastRows(page, server),
      });
      if (((await answer.json()) as { data: unknown[] }).data.length > 0) return;
    }
  });

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

function minutesAgo(minutes: number): string {
  return new Date(Date.now() - minutes * 60_000).toISOString();
}

/** Asks for rows of the last minutes of the demo's history; it is written from its beginning on. */
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
