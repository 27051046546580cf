import { readFile } from 'node:fs/promises';

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { violations } from './axe';
import { arrived, ask, countMetrics, countRows, enter, makeKey, sourcesOf } from './member';
import { savedPicture } from './picture';
import { startServer, type Server } from './server';
import { spot } from './spot';
import { sendLogs, sendMetrics, sendSpans } from './telemetry';
import { closeVisits, lead, startBrowser, type Visitor } from './visitor';

const hostile = '<img src=x onerror=alert(1)><script>alert(2)</script>';

// One installation and one team; the steps build on each other.
describe('building a dashboard', () => {
  let server: Server;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  let sources: Record<string, string> = {};

  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(), startBrowser()]);
    visitor = await enter(browser, server);
    ({ page } = visitor);
    page.on('dialog', (dialog) => visitor.errors.push(`a dialog said ${dialog.message()}`));
    sources = await sourcesOf(visitor, server);
    await fill();
  });

  afterAll(async () => {
    await closeVisits();
    await server?.stop();
  });

  async function fill(): Promise<void> {
    const key = await makeKey(visitor, server);
    await sendLogs(
      server,
      key,
      Array.from({ length: 40 }, (_, at) => ({
        body: `order ${at} paid in ${at * 3} ms`,
        service: at % 4 === 0 ? 'cart' : 'shop',
        severity: at % 10 === 0 ? 'error' : 'info',
        ago: 5 + at * 20,
      })),
    );
    await sendSpans(
      server,
      key,
      Array.from({ length: 12 }, (_, at) => ({
        name: 'GET /',
        service: 'shop',
        traceId: `4bf92f3577b34da6a3ce929d0e0e47${10 + at}`,
        id: `00f067aa0ba902${10 + at}`,
        start: at * 100,
        length: 5 + at * 9,
      })),
    );
    await sendMetrics(server, key, [
      { name: 'queue.length', unit: '{jobs}', values: [7, 8] },
      { name: 'orders.placed', unit: '{orders}', values: [3, 4], kind: 'sum' },
    ]);
    await arrived(() => countRows(visitor, server, 'log', ''), 40);
    await arrived(() => countRows(visitor, server, 'trace', ''), 12);
    await arrived(() => countMetrics(visitor, server), 2);
  }

  const open = (path: string) => lead(page, server.origin('ui'), path);
  const tile = (name: string) =>
    page
      .getByRole('region', { name, exact: true })
      .or(page.locator(`[data-tile][aria-label="${name}"]`))
      .first();
  const button = (name: string) => page.getByRole('button', { name, exact: true }).last();
  const stored = async () => {
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    return ask<{ tiles: { name: string; x: number; y: number; w: number; h: number }[]; updatedAt: string }>(
      visitor,
      server,
      'get',
      `/dashboards/${id}`,
    );
  };
  const placed = async (name: string) => (await stored()).tiles.find((one) => one.name === name);

  test('a team without dashboards is told what to do', async () => {
    await open('/dashboards');
    await page.getByText('No dashboards yet').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('a dashboard is made and gets its first tile', async () => {
    await button('Create dashboard').click();
    await page.getByLabel('Name').fill('Shop');
    await button('Create dashboard').click();
    await page.getByText('This dashboard is empty').waitFor();
    await button('Add tile').click();
    await page.getByLabel('Name', { exact: true }).fill('Lines');
    await page.getByRole('img', { name: 'Lines' }).waitFor();
    await button('Apply').click();
    await tile('Lines').getByRole('img').waitFor();
  });

  test('more tiles of other types are added and everything is saved', async () => {
    for (const [name, type] of [
      ['Services', 'Pie'],
      ['Total', 'Number'],
    ] as const) {
      await button('Add tile').click();
      await page.getByLabel('Name', { exact: true }).fill(name);
      await button(type).click();
      if (type === 'Pie') await page.getByRole('textbox', { name: 'Group by' }).fill('ServiceName');
      await button('Apply').click();
    }
    await tile('Total').getByText('40').waitFor();
    await button('Save').click();
    await button('Edit').waitFor();
    expect((await stored()).tiles.map(({ name }) => name)).toEqual(['Lines', 'Services', 'Total']);
  });

  test('a tile that was dragged is where it was left, also after a reload', async () => {
    await button('Edit').click();
    const before = await spot(tile('Total'));
    await page.mouse.move(before.x + 60, before.y + 14);
    await page.mouse.down();
    await page.mouse.move(before.x + 760, before.y - 380, { steps: 12 });
    await page.mouse.up();
    await button('Save').click();
    await button('Edit').waitFor();
    const left = await placed('Total');
    expect(left).toMatchObject({ y: 0 });
    expect(left?.x).toBeGreaterThan(6);
    const after = await spot(tile('Total'));
    await page.reload();
    await tile('Total').getByText('40').waitFor();
    await expect.poll(async () => (await spot(tile('Total'))).x).toBe(after.x);
    expect(await spot(tile('Total'))).toEqual(after);
  });

  test('the keyboard moves and resizes a tile as well', async () => {
    await button('Edit').press('Enter');
    await page.locator('main button:focus').waitFor();
    const before = await placed('Lines');
    await page.getByRole('button', { name: /^Move Lines/ }).focus();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await button('Save').press('Enter');
    await button('Edit').waitFor();
    await page.locator('main button:focus').waitFor();
    expect((await placed('Lines'))?.h).toBe((before?.h ?? 0) + 2);
  });

  test('a tile is duplicated, changed and removed', async () => {
    await page.getByRole('button', { name: 'Tile Services: actions' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate tile' }).click();
    await page.getByRole('button', { name: 'Tile Services (copy): actions' }).click();
    await page.getByRole('menuitem', { name: 'Edit tile' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Services as bars');
    await button('Bars').click();
    await button('Apply').click();
    await page.getByRole('list', { name: 'Services as bars' }).getByText('cart').waitFor();
    await page.getByRole('button', { name: 'Tile Services: actions' }).click();
    await page.getByRole('menuitem', { name: 'Remove tile' }).click();
    await button('Save').click();
    await button('Edit').waitFor();
    expect((await stored()).tiles.map(({ name }) => name).toSorted()).toEqual(['Lines', 'Services as bars', 'Total']);
  });

  test('a filter narrows all tiles, and its choice is in the address', async () => {
    await button('Edit').click();
    await button('Filters').click();
    await button('Add filter').click();
    await button('Apply filters').click();
    await button('Save').click();
    await button('Edit').waitFor();
    await page
      .getByRole('combobox', { name: 'Service' })
      .or(page.getByRole('textbox', { name: 'Service' }))
      .first()
      .click();
    await page.getByRole('option', { name: /cart/ }).click();
    await tile('Total').getByText('10', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.reload();
    await tile('Total').getByText('10', { exact: true }).waitFor();
    await open(new URL(page.url()).pathname);
    await tile('Total').getByText('40').waitFor();
  });

  test('a save over somebody else’s shows both changes and asks', async () => {
    const colleague = await enter(browser, server);
    await colleague.page.goto(page.url());
    await button('Edit').click();
    await page.getByLabel('Name of the dashboard').fill('Shop of mine');
    await colleague.page.getByRole('button', { name: 'Edit', exact: true }).click();
    await colleague.page.getByLabel('Name of the dashboard').fill('Shop of theirs');
    await colleague.page.getByRole('button', { name: 'Save', exact: true }).click();
    await colleague.page.getByRole('heading', { name: 'Shop of theirs' }).waitFor();
    await colleague.page.context().close();
    await button('Save').click();
    const dialog = page.getByRole('dialog', { name: 'Someone else has changed this dashboard' });
    await dialog.getByRole('region', { name: 'Saved by someone else' }).getByText('Shop of theirs').waitFor();
    await dialog.getByRole('region', { name: 'Changed by you' }).getByText('Shop of mine').waitFor();
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Keep editing' }).click();
    await button('Save').click();
    await dialog.getByRole('button', { name: 'Overwrite' }).click();
    await page.getByRole('heading', { name: 'Shop of mine' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Shop of mine' }).waitFor();
  });

  test('a section takes tiles', async () => {
    await button('Edit').click();
    await button('Add section').click();
    await page.getByLabel('Name', { exact: true }).fill('Details');
    await button('Add section').click();
    await page.getByRole('button', { name: 'Tile Total: actions' }).click();
    await page.getByRole('menuitem', { name: 'Details' }).click();
    await button('Save').click();
    await button('Edit').waitFor();
    await page.getByRole('region', { name: 'Details' }).getByText('40').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('a tile and the whole dashboard are saved as pictures', async () => {
    const choose = (menu: string) => async () => {
      await button(menu).click();
      await page.getByRole('menuitem', { name: 'Download PNG' }).click();
    };
    const [small, large] = [await spot(tile('Lines')), await spot(page.getByRole('region', { name: 'Details' }))];
    const lines = await savedPicture(page, choose('Tile Lines: actions'));
    expect(lines.name).toMatch(/^lines-\d\d-[a-z]{3,4}-\d{4}-\d\d-\d\d-\d\d\.png$/);
    expect(lines.width).toBeGreaterThan(2 * small.width);
    expect(lines.height).toBeGreaterThan(2 * small.height);
    expect(lines.colors).toBeGreaterThan(20);
    const all = await savedPicture(page, choose('More actions'));
    expect(all.name).toMatch(/^shop-of-mine-.+\.png$/);
    expect(all.width).toBeGreaterThan(2 * large.width);
    expect(all.height).toBeGreaterThan(lines.height);
    expect(all.colors).toBeGreaterThan(lines.colors);
  });

  test('an export can be imported again', async () => {
    await button('More actions').click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export as JSON' }).click(),
    ]);
    const path = await file.path();
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ name: 'Shop of mine' });
    await open('/dashboards');
    await page.getByRole('link', { name: 'Shop of mine' }).waitFor();
    await page.locator('input[type=file]').setInputFiles(path);
    await page.getByRole('heading', { name: 'Shop of mine' }).waitFor();
  });

  test('tiles of every type show their data', async () => {
    const config = (displayType: string, more: object) => ({
      displayType,
      sourceId: sources.log,
      select: [{ aggFn: 'count' }],
      ...more,
    });
    const shown: [string, object][] = [
      ['Bars over time', config('stacked_bar', { groupBy: 'SeverityText' })],
      ['Table', config('table', { groupBy: 'ServiceName' })],
      ['Heat', { displayType: 'heatmap', sourceId: sources.trace, select: [{ valueExpression: 'Duration' }] }],
      [
        'Straight heat',
        {
          displayType: 'heatmap',
          sourceId: sources.trace,
          select: [{ valueExpression: 'Duration', heatmapScaleType: 'linear' }],
        },
      ],
      ['Events', { displayType: 'search', sourceId: sources.log, select: '' }],
      ['Shapes', { displayType: 'event_patterns', sourceId: sources.log, select: '' }],
      [
        'Ratio',
        config('line', {
          select: [{ aggFn: 'count', where: 'SeverityText:error' }, { aggFn: 'count' }],
          asRatio: true,
        }),
      ],
      ['Note', { displayType: 'markdown', markdown: `# Hello\n${hostile}\n[bad](javascript:alert(3))` }],
    ];
    const tiles = shown.map(([name, content], at) => ({
      name,
      x: (at % 2) * 12,
      y: Math.floor(at / 2) * 8,
      w: 12,
      h: 8,
      config: content,
    }));
    const made = await ask<{ id: string }>(visitor, server, 'post', '/dashboards', {
      name: `Every type ${hostile}`,
      tags: [hostile.slice(0, 32)],
      tiles,
    });
    await open(`/dashboards/${made.id}`);
    for (const name of ['Bars over time', 'Heat', 'Straight heat', 'Ratio'])
      await page.getByRole('img', { name, exact: true }).waitFor();
    await page
      .getByRole('table', { name: 'Table' })
      .getByRole('row', { name: /shop 30/ })
      .waitFor();
    await page.getByRole('region', { name: 'Events' }).getByText('order 0 paid in 0 ms').waitFor();
    await page.getByText('order <n> paid in <n> ms').waitFor();
    await page.getByRole('heading', { name: 'Hello' }).waitFor();
    expect(await page.locator('main img:not(.cm-widgetBuffer), main script').count()).toBe(0);
    expect(await page.locator('a[href^="javascript"]').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
  });

  test('the editor lists the metrics of a source', async () => {
    await button('Edit').click();
    await button('Add tile').click();
    await page.getByLabel('Name', { exact: true }).fill('Queue');
    await page.getByLabel('Source', { exact: true }).selectOption({ label: 'Metrics' });
    await page.getByRole('combobox', { name: 'Metric' }).click();
    await page.getByRole('option', { name: 'queue.length gauge, {jobs}' }).click();
    await page.getByRole('img', { name: 'Queue' }).waitFor();
    expect(await page.getByLabel('Function').inputValue()).toBe('avg');
    await button('Cancel').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await button('Done').click();
  });

  test('a chart that was dragged over zooms the page', async () => {
    const chart = await spot(page.getByRole('img', { name: 'Bars over time', exact: true }));
    await page.mouse.move(chart.x + chart.width * 0.6, chart.y + chart.height / 2);
    await page.mouse.down();
    await page.mouse.move(chart.x + chart.width * 0.9, chart.y + chart.height / 2, { steps: 6 });
    await page.mouse.up();
    await expect.poll(() => new URL(page.url()).searchParams.get('from')).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });

  test('the SQL of a chart is shown, and copied', async () => {
    await open('/charts');
    await page.getByRole('img', { name: 'Chart' }).waitFor();
    await button('Show SQL').focus();
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog', { name: 'Generated SQL' });
    const sql = drawer.locator('pre').first();
    await sql.waitFor();
    expect(await sql.innerText()).toMatch(/^SELECT [^]*\nFROM \(\n {2}SELECT [^]*FROM `logs`[^]*\nGROUP BY /);
    expect(await violations(page)).toEqual([]);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await drawer.getByRole('button', { name: 'Copy SQL' }).first().click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(await sql.innerText());
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
  });

  test('a metric is found by a part of its name, and comes with the function that fits it', async () => {
    await page.getByLabel('Source', { exact: true }).selectOption({ label: 'Metrics' });
    await page.getByRole('combobox', { name: 'Metric' }).click();
    await page.getByRole('option', { name: 'queue.length gauge, {jobs}' }).waitFor();
    await page.keyboard.type('ORD');
    await page.getByRole('option', { name: /queue/ }).waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: 'Chart' }).waitFor();
    expect(await page.getByRole('combobox', { name: 'Metric' }).inputValue()).toBe('orders.placed');
    expect(await page.getByLabel('Function').inputValue()).toBe('increase');
    expect(await violations(page)).toEqual([]);
  });

  test('a dashboard that is gone says so, with the request id', async () => {
    await open('/dashboards/000000000000000000000000');
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.innerText()).toMatch(/The dashboard could not be loaded[\s\S]*Request id/);
  });

  test('nothing went wrong on the way, and nothing left the host', () => {
    expect(visitor.errors.filter((error) => !error.includes('404') && !error.includes('412'))).toEqual([]);
    expect(visitor.strays).toEqual([]);
  });
});
