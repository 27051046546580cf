import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { violations } from './axe';
import type { Server } from './server';
import { enterDemo, settle } from './shots';
import { closeVisits } from './visitor';
import { misfits } from './widths';

const folder = resolve(import.meta.dirname, '../test-results/shots');
const schemes = ['light', 'dark'] as const;
const sizes = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

/** What is opened on a page once it is there. */
type Open = (page: Page) => Promise<void>;

const first = (role: 'row' | 'link', within: string): Open => {
  return async (page) => {
    const place = page
      .locator('main')
      .getByRole('grid', { name: within })
      .or(page.getByRole('table', { name: within }));
    await place
      .getByRole(role)
      .nth(role === 'row' ? 2 : 0)
      .click();
  };
};
const link =
  (name: string | RegExp): Open =>
  (page) =>
    page.locator('main').getByRole('link', { name }).first().click();
const button =
  (name: string | RegExp): Open =>
  (page) =>
    page.locator('main').getByRole('button', { name }).first().click();

/** Every page, with the panels and dialogs that people open on it. */
const looks: [name: string, path: string, ...opened: Open[]][] = [
  ['overview', '/'],
  ['welcome', '/welcome'],
  ['send', '/send'],
  ['search', '/search'],
  ['search-none', '/search?q=nosuchword'],
  ['search-wrong', '/search?q=level:('],
  ['search-row', '/search?q=SeverityText:error', first('row', 'Rows')],
  ['saved', '/search/saved'],
  ['charts', '/charts?display=area'],
  ['traces', '/traces?order=slowest'],
  ['trace', '/traces?order=slowest', first('link', 'Traces')],
  ['services', '/services'],
  ['service', '/services/checkout'],
  ['dashboards', '/dashboards'],
  ['dashboard', '/dashboards', link(/./)],
  ['alerts', '/alerts'],
  ['alert', '/alerts', link('Requests fail')],
  ['alert-editor', '/alerts', button(/alert/i)],
  ['team', '/team'],
  ['team-keys', '/team/keys'],
  ['team-webhooks', '/team/webhooks'],
  ['team-sources', '/team/sources'],
  ['team-connections', '/team/connections'],
  ['team-retention', '/team/retention'],
  ['team-account', '/team/account'],
  ['cloud', '/cloud'],
  ['cloud-services', '/cloud/services'],
  ['cloud-keys', '/cloud/keys'],
  ['cloud-endpoints', '/cloud/endpoints'],
  ['cloud-members', '/cloud/members'],
  ['cloud-usage', '/cloud/usage'],
  ['cloud-activity', '/cloud/activity'],
  ['not-found', '/no-such-page'],
];

describe('every page in every width and both colour schemes', () => {
  let server: Server;
  let page: Page;

  beforeAll(async () => {
    await mkdir(folder, { recursive: true });
    const demo = await enterDemo({ viewport: sizes[2] ?? null });
    server = demo.server;
    ({ page } = demo.visitor);
  });

  afterAll(async () => {
    await closeVisits();
    await server?.stop();
  });

  test.each(looks)('%s', async (name, path, ...opened) => {
    const found: string[] = [];
    for (const size of sizes) {
      await page.setViewportSize(size);
      await page.goto(server.origin('ui') + path);
      await page.locator('h1').first().waitFor();
      for (const open of opened) await open(page);
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme });
        await settle(page);
        const look = `${size.width} ${colorScheme}`;
        await page.screenshot({ path: `${folder}/${name}-${size.width}-${colorScheme}.png`, animations: 'disabled' });
        found.push(...(await violations(page)).map((one) => `${look}: ${one}`));
        found.push(...(await misfits(page)).map((one) => `${look}: ${one}`));
      }
    }
    expect(found).toEqual([]);
  });
});
