import { mkdir } from 'node:fs/promises';

import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';

import type { Server } from './server';
import { enterDemo, folder, settle } from './shots';
import { closeVisits } from './visitor';

const viewport = { width: 1280, height: 900 };
/** What is left around a dialog, so that a picture shows what it belongs to. */
const marginPixels = 24;

// The steps are those of docs/guide, in its order, with the names that it uses.
describe('the guide', () => {
  let server: Server;
  let page: Page;
  const go = (path: string) => page.goto(server.origin('ui') + path);
  const button = (name: string) => page.getByRole('button', { name, exact: true }).last();
  const rows = () => page.getByRole('grid', { name: 'Rows' }).getByRole('row');

  beforeAll(async () => {
    await mkdir(folder, { recursive: true });
    const demo = await enterDemo({ viewport, colorScheme: 'light' });
    server = demo.server;
    ({ page } = demo.visitor);
  });

  afterAll(async () => {
    await closeVisits();
    await server?.stop();
  });

  /** Takes the upper part of the page. */
  async function shoot(name: string, height: number): Promise<void> {
    await settle(page);
    await page.screenshot({
      path: `${folder}/guide-${name}.png`,
      clip: { x: 0, y: 0, width: viewport.width, height },
      animations: 'disabled',
      caret: 'hide',
    });
  }

  /** Takes a part of the page with a margin around it. */
  async function shootPart(name: string, part: Locator): Promise<void> {
    await settle(page);
    const box = await part.boundingBox();
    if (box === null) throw new Error(`${name} is not shown`);
    const [x, y] = [Math.max(0, box.x - marginPixels), Math.max(0, box.y - marginPixels)];
    const clip = {
      x,
      y,
      width: Math.min(viewport.width, box.x + box.width + marginPixels) - x,
      height: Math.min(viewport.height, box.y + box.height + marginPixels) - y,
    };
    await page.screenshot({ path: `${folder}/guide-${name}.png`, clip, animations: 'disabled', caret: 'hide' });
  }

  test('a log line is found', async () => {
    await go('/search');
    await page.getByRole('textbox', { name: 'Query' }).click();
    await page.keyboard.type('bank');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Only error' }).click();
    await page.getByRole('group', { name: 'Filters' }).waitFor();
    await page.mouse.move(0, 0);
    await shoot('search', 560);
    await rows().filter({ hasText: 'payment' }).first().click();
    const panel = page.getByRole('complementary', { name: 'Row' });
    await panel.getByText('order.id').hover();
    await shoot('search-row', 560);
    await page.keyboard.press('Escape');
  });

  test('a search is saved', async () => {
    await button('Save').click();
    await page.getByRole('dialog').getByLabel('Name').fill('Bank does not answer');
    await shootPart('search-save', page.getByRole('dialog'));
    await button('Save search').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('a trace is followed', async () => {
    await go('/traces');
    await page.getByRole('switch', { name: 'Errors only' }).click();
    await page.getByText('Slowest', { exact: true }).click();
    const found = page.getByRole('table', { name: 'Traces' });
    await found.getByText('POST /checkout').first().waitFor();
    await shoot('traces', 760);
    await found.getByRole('link').first().click();
    await page.getByRole('treeitem').filter({ hasText: 'POST /charges' }).click();
    await shoot('trace', 560);
  });

  test('a dashboard is built', async () => {
    await go('/dashboards');
    await button('Create dashboard').click();
    await page.getByLabel('Name').fill('Checkout');
    await button('Create dashboard').click();
    await page.getByText('This dashboard is empty').waitFor();
    await addTile('Requests by service', async () => {
      await page.getByLabel('Where').fill('SpanKind:Server');
      await page.getByRole('textbox', { name: 'Group by' }).fill('ServiceName');
    });
    await addTile('Checkout latency, p95', async () => {
      await page.getByLabel('Function').selectOption({ label: 'Quantile' });
      await page.getByRole('combobox', { name: 'Field', exact: true }).fill('Duration');
      await page.getByLabel('Where').fill('ServiceName:checkout SpanKind:Server');
      await page.getByLabel('Number format').selectOption({ label: 'Duration' });
      await page.getByLabel('Multiply by').fill('0.000000001');
      await page.getByLabel('Name', { exact: true }).focus();
      await page.getByRole('img', { name: 'Checkout latency, p95' }).waitFor();
      await shootPart('tile', page.getByRole('dialog'));
    });
  });

  async function addTile(name: string, describeIt: () => Promise<void>): Promise<void> {
    await button('Add tile').click();
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Source').selectOption({ label: 'Traces' });
    await describeIt();
    await page.getByRole('img', { name }).waitFor();
    await button('Apply').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }

  test('a dashboard is arranged', async () => {
    const second = await page.locator('[data-tile]').last().boundingBox();
    if (second === null) throw new Error('the tile is not shown');
    await page.mouse.move(second.x + 200, second.y + 16);
    await page.mouse.down();
    await page.mouse.move(second.x + second.width + 220, second.y - 290, { steps: 12 });
    await page.mouse.up();
    await button('Filters').click();
    await button('Add filter').click();
    await button('Apply filters').click();
    await button('Save').click();
    await button('Edit').waitFor();
    await page.mouse.move(0, 0);
    await page.getByRole('img', { name: 'Requests by service' }).waitFor();
    await page.getByRole('img', { name: 'Checkout latency, p95' }).waitFor();
    await shoot('dashboard', 440);
  });

  test('an alert is tried out', async () => {
    await go('/alerts');
    await button('Create alert').click();
    await page.getByRole('combobox', { name: 'Saved search' }).click();
    await page.getByRole('option', { name: 'Bank does not answer' }).click();
    await page.getByLabel('Threshold', { exact: true }).first().fill('10');
    await page.getByLabel('Consecutive windows').fill('2');
    await page.getByLabel('Days').getByText('1 day').click();
    await page.locator('[data-figure="notifications"]').waitFor();
    await shootPart('alert', page.getByRole('dialog'));
    await button('Cancel').click();
  });

  test('an alert is silenced', async () => {
    await page.getByRole('link', { name: 'A service is slow' }).click();
    await button('End silence').click();
    await button('Silence').click();
    await page.getByLabel('Reason').fill('Bank maintenance, see INC-118');
    await shootPart('silence', page.getByRole('dialog'));
    await page.keyboard.press('Escape');
  });

  test('somebody is invited', async () => {
    await go('/team/members');
    await button('Invite member').click();
    await page.getByLabel('E-mail').fill('grace@example.org');
    await shootPart('invite', page.getByRole('dialog'));
    await page.keyboard.press('Escape');
  });

  test('a key is made', async () => {
    await go('/team/keys');
    await button('Create ingestion key').click();
    await page.getByLabel('Name').fill('production collector');
    await button('Create key').click();
    await page.getByText('Try it').waitFor();
    await settle(page);
    await page.evaluate(hideSecrets);
    await shootPart('key', page.getByRole('dialog'));
    await button('I have copied it').click();
  });

  test('an installation is watched', async () => {
    await go('/');
    await page.locator('canvas').last().waitFor();
    await shoot('overview', 620);
  });
});

/** Replaces secrets by what stands for them, in the page. */
function hideSecrets(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    node.textContent = (node.textContent ?? '').replaceAll(/cairn_ik_\w+/g, 'cairn_ik_…');
}
