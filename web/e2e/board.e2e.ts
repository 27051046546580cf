import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { setAhead } from './ahead';
import { violations } from './axe';
import { addFromLibrary } from './library';
import { ask, enter, sourcesOf } from './member';
import { sendOrders } from './orders';
import { startServer, type Server } from './server';
import { chooseOfListAndText, chooseOfSource, number, showEarlier } from './variables';
import { closeVisits, lead, startBrowser, type Visitor } from './visitor';

// One installation and one team; the steps build on each other.
describe('working with a dashboard of several sources', () => {
  let server: Server;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  let sources: Record<string, string> = {};
  let path = '';

  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer({}, ['--raw-sql-teams', '*']), startBrowser()]);
    visitor = await enter(browser, server);
    ({ page } = visitor);
    sources = await sourcesOf(visitor, server);
    await sendOrders(visitor, server);
    const made = await ask<{ id: string }>(visitor, server, 'post', '/dashboards', {
      name: 'Mixed',
      tiles: [
        number('Logs', 0, sources.log, { aggFn: 'count' }),
        number('Spans', 1, sources.trace, { aggFn: 'count' }),
        number('Queue', 2, sources.metric, {
          aggFn: 'max',
          valueExpression: 'Value',
          metricName: 'queue.length',
          metricType: 'gauge',
        }),
      ],
    });
    path = `/dashboards/${made.id}`;
  });

  afterAll(async () => {
    await closeVisits();
    await server?.stop();
  });

  const open = (to: string) => lead(page, server.origin('ui'), to);
  const tile = (name: string) => page.getByRole('region', { name, exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true }).last();

  test('a condition narrows the tiles that know it; the others stay, and say so', async () => {
    await open(path);
    const condition = page.getByRole('textbox', { name: 'Condition for all tiles' });
    const apply = async (text: string) => {
      await condition.fill(text);
      await page.keyboard.press('Enter');
    };
    const left = (name: string) => tile(name).getByText(/^Filter not applied/);
    const shows = (name: string, value: string) => tile(name).getByText(value, { exact: true }).waitFor();
    for (const [text, logs, without] of [
      ['SeverityText:error', '4', ['Spans', 'Queue']],
      ['nowhere.at.all:x', '40', ['Logs', 'Spans', 'Queue']],
      ['service:shop', '30', []],
    ] as const) {
      await apply(text);
      await shows('Logs', logs);
      await shows('Spans', '12');
      await shows('Queue', '8');
      for (const name of ['Logs', 'Spans', 'Queue'])
        await expect
          .poll(() => left(name).count(), { message: `${text}: ${name}` })
          .toBe((without as readonly string[]).includes(name) ? 1 : 0);
      expect(await page.getByRole('alert').count()).toBe(0);
    }
    await apply('(error');
    await page.getByText('(character 1).').waitFor();
    expect(await condition.getAttribute('aria-invalid')).toBe('true');
    expect(await tile('Logs').innerText()).toContain('30');
    expect(new URL(page.url()).searchParams.get('q')).toBe('service:shop');
    expect(await violations(page)).toEqual([]);
    await open(`${path}?q=(error`);
    await page.getByText('(character 1).').waitFor();
    await tile('Logs').getByText('Correct the condition above').waitFor();
    await apply('');
    await shows('Logs', '40');
  });

  test('tiles stay while the engine is away, and come back without a click', async () => {
    const drawing = '**/api/v2/charts/tile';
    const away = { status: 503, headers: { 'Retry-After': '1' }, json: { message: 'the engine is restarting' } };
    await page.route(drawing, (route) => route.fulfill(away));
    await button('Refresh').click();
    await setAhead(tile('Logs').getByText('The engine is restarting.'));
    expect(await tile('Logs').innerText()).toContain('40');
    await page.unroute(drawing);
    await setAhead(page.getByText('The engine is restarting.'), false);
  });

  test('changes are taken back and made again, by button and by key', async () => {
    await open(path);
    await button('Edit').click();
    expect(await button('Undo').isDisabled()).toBe(true);
    const remove = async (name: string) => {
      await page.getByRole('button', { name: `Tile ${name}: actions` }).click();
      await page.getByRole('menuitem', { name: 'Remove tile' }).click();
      await tile(name).waitFor({ state: 'detached' });
    };
    await remove('Queue');
    // Changes that follow each other at once are one step.
    await page.clock.fastForward(1_000);
    await remove('Spans');
    await button('Undo').click();
    await tile('Spans').waitFor();
    expect(await tile('Queue').count()).toBe(0);
    await page.locator('body').click({ position: { x: 700, y: 700 } });
    await page.keyboard.press('Control+z');
    await tile('Queue').waitFor();
    expect(await button('Undo').isDisabled()).toBe(true);
    await page.keyboard.press('Control+Shift+z');
    await tile('Queue').waitFor({ state: 'detached' });
    expect(await violations(page)).toEqual([]);
  });

  test('changes that are not saved are not lost by leaving', async () => {
    const links = page.getByRole('navigation', { name: 'Pages' });
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await links.getByRole('link', { name: 'Alerts' }).click();
    await dialog.waitFor();
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await button('Save').waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
    // When the tab is reloaded or closed, the browser itself asks.
    const asked = page.waitForEvent('dialog');
    await page.evaluate(() => setTimeout(() => location.reload()));
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await links.getByRole('link', { name: 'Alerts' }).click();
    await dialog.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('heading', { name: 'Alerts' }).waitFor();
    await open(path);
    await tile('Queue').waitFor();
    await links.getByRole('link', { name: 'Alerts' }).click();
    await page.getByRole('heading', { name: 'Alerts' }).waitFor();
    expect(await dialog.count()).toBe(0);
  });

  test('an earlier version is looked at, compared and restored', async () => {
    const now = await ask<{ name: string; tiles: object[] }>(visitor, server, 'get', path);
    const body = { name: 'Renamed', tiles: now.tiles.slice(0, 2) };
    await ask(visitor, server, 'put', path, body);
    await open(path);
    await page.getByRole('heading', { name: 'Renamed' }).waitFor();
    await button('More actions').click();
    await page.getByRole('menuitem', { name: 'Version history' }).click();
    const rows = page.getByRole('dialog', { name: 'Version history' }).getByRole('row');
    await rows.filter({ hasText: 'Present' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Open version 1' }).click();
    await page.getByRole('heading', { name: 'Mixed, version 1' }).waitFor();
    expect(new URL(page.url()).searchParams.get('version')).toBe('1');
    await tile('Queue').getByText('8', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Tile Queue: actions' }).count()).toBe(0);
    expect(await page.getByRole('region', { name: 'Changed since then' }).innerText()).toMatch(
      /Name: “Renamed” changed\s+Tile “Queue” removed/,
    );
    expect(await violations(page)).toEqual([]);
    await button('Restore this version').click();
    await page.getByRole('heading', { name: 'Mixed', exact: true }).waitFor();
    await tile('Queue').waitFor();
    expect(new URL(page.url()).searchParams.get('version')).toBeNull();
    const versions = await ask<{ restoredFrom?: number }[]>(visitor, server, 'get', `${path}/versions`);
    expect(versions[0]?.restoredFrom).toBe(1);
  });

  test('a share link shows the dashboard read-only to somebody without an account, until it is revoked', async () => {
    const { id } = await ask<{ id: string }>(visitor, server, 'post', '/dashboards', {
      name: 'For guests',
      tiles: [number('Logs of $Words', 0, sources.log, { aggFn: 'count', where: '$Words' })],
      filters: [
        { type: 'QUERY_EXPRESSION', name: 'Service', expression: 'ServiceName', sourceId: sources.log },
        { type: 'LIST', name: 'Severity', values: ['error', 'info'], expression: 'SeverityText' },
        { type: 'TEXT', name: 'Words', isBroadcastEnabled: false, isVariableEnabled: true },
      ],
    });
    await open(`/dashboards/${id}`);
    await button('More actions').click();
    await page.getByRole('menuitem', { name: 'Share by link' }).click();
    await button('Create link').click();
    const link = new URL(await page.getByLabel('Link', { exact: true }).innerText());
    await page.getByRole('cell', { name: 'Active' }).waitFor();
    expect(await violations(page)).toEqual([]);
    const context = await browser.newContext();
    const guest = await context.newPage();
    const response = await guest.goto(server.origin('ui') + link.pathname);
    expect(response?.headers()['x-robots-tag']).toContain('noindex');
    const logs = (words: string) => guest.getByRole('region', { name: `Logs of ${words}`, exact: true });
    await logs('all').getByText('40', { exact: true }).waitFor();
    expect(await guest.getByRole('navigation').count()).toBe(0);
    expect(await guest.getByRole('button', { name: /actions/ }).count()).toBe(0);
    await guest.getByRole('combobox', { name: 'Service' }).click();
    await guest.getByRole('option', { name: 'cart' }).click();
    await logs('all').getByText('10', { exact: true }).waitFor();
    expect(await violations(guest)).toEqual([]);
    await guest.getByRole('combobox', { name: 'Severity' }).click();
    await guest.getByRole('option', { name: 'error' }).click();
    await logs('all').getByText('2', { exact: true }).waitFor();
    await guest.getByRole('textbox', { name: 'Words' }).fill('order 20');
    await guest.keyboard.press('Enter');
    await logs('order 20').getByText('1', { exact: true }).waitFor();
    await button('Revoke').click();
    await page.getByRole('cell', { name: 'Revoked' }).waitFor();
    await guest.reload();
    await guest.getByText('The share link was revoked; ask for a new one.').waitFor();
    await context.close();
  });

  test('kiosk mode shows the tiles alone, takes turns, and Escape leaves it', async () => {
    const other = await ask<{ id: string }>(visitor, server, 'post', '/dashboards', {
      name: 'Second wall',
      tiles: [number('Traces', 0, sources.trace, { aggFn: 'count' })],
    });
    await open(`${path}?kiosk=1&cycle=${path.split('/').at(-1)},${other.id}&every=5`);
    await tile('Logs').getByText('40', { exact: true }).waitFor();
    expect(await page.getByRole('navigation', { name: 'Sidebar' }).isVisible()).toBe(false);
    expect(await page.getByRole('button', { name: /^(Edit|More actions|Time range.*|Tile .*)$/ }).count()).toBe(0);
    await page.clock.fastForward(5_000);
    await page.getByRole('heading', { name: 'Second wall' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('navigation', { name: 'Sidebar' }).waitFor();
    expect(new URL(page.url()).search).not.toContain('kiosk');
    await button('Edit').waitFor();
  });

  test('the library adds tiles that are saved, and paper gets the tiles without buttons', async () => {
    await addFromLibrary(page);
    const { tiles } = await ask<{ tiles: { name: string }[] }>(visitor, server, 'get', new URL(page.url()).pathname);
    expect(tiles.map(({ name }) => name)).toEqual(['Traces', 'Queue', 'Log volume by severity']);
    await open(path);
    await tile('Logs').waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await button('Edit').isVisible()).toBe(false);
    expect(await page.getByRole('navigation', { name: 'Sidebar' }).isVisible()).toBe(false);
    expect(await tile('Logs').isVisible()).toBe(true);
    await page.emulateMedia({ media: null });
  });

  test('full screen shows the dashboard alone', async () => {
    await open(path);
    await button('More actions').click();
    await page.getByRole('menuitem', { name: 'Full screen' }).click();
    await page.getByRole('navigation', { name: 'Sidebar' }).waitFor({ state: 'hidden' });
    await tile('Logs').getByText('40', { exact: true }).waitFor();
    expect((await page.locator('main header').first().boundingBox())?.x).toBe(0);
    await page.evaluate(() => document.exitFullscreen());
    await page.getByRole('navigation', { name: 'Sidebar' }).waitFor();
  });

  test('a row of a table leads where its tile says, and Back returns to the same place', async () => {
    const click = (onClick: unknown) => ({
      displayType: 'table',
      onClick,
      sourceId: sources.log,
      select: [{ aggFn: 'count' }],
      groupBy: 'ServiceName',
    });
    const target = { mode: 'id', id: sources.log };
    const { id } = await ask<{ id: string }>(visitor, server, 'post', '/dashboards', {
      name: 'Ways',
      tiles: [
        { name: 'Space', x: 0, y: 0, w: 24, h: 30, config: { displayType: 'markdown', markdown: 'Far below' } },
        {
          name: 'Services',
          x: 0,
          y: 30,
          w: 24,
          h: 10,
          config: click({ type: 'search', target, whereTemplate: 'ServiceName:"{{ServiceName}}"' }),
        },
      ],
    });
    await open(`/dashboards/${id}?from=now-3h&to=now`);
    const row = page.getByRole('link', { name: 'cart', exact: true });
    await row.waitFor();
    await row.scrollIntoViewIfNeeded();
    const top = await page.evaluate(() => scrollY);
    expect(top).toBeGreaterThan(200);
    await row.click();
    await page.getByText('10 rows').first().waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await row.waitFor();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(top);
  });

  const shop = () => ({ visitor, server, logs: sources.log });

  test('a variable stands in conditions and titles, and its number leads to the same events', () =>
    chooseOfSource(shop()));

  test('a list and a text are variables, too, and a tile can show an earlier time', async () =>
    showEarlier(shop(), await chooseOfListAndText(shop())));

  const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
  const legend = () => page.getByRole('table', { name: 'Legend' });

  test('the keyboard moves over the points of a chart, reads them out and opens their menu', async () => {
    await open(`/charts?source=${sources.log}&display=bars`);
    await page.getByRole('img', { name: 'Chart' }).waitFor();
    const points = page.getByRole('application', { name: 'Points of Chart' });
    await points.focus();
    await page.keyboard.press('End');
    const words = points.locator('[aria-live]');
    await expect.poll(() => words.innerText()).toMatch(/^(cart|shop), .*\d\d:\d\d:\d\d: \d+$/);
    const last = await words.innerText();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => words.innerText()).not.toBe(last);
    await page.keyboard.press('Enter');
    await item('Show events').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => points.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test('half a condition keeps the last chart, and its mistake is told at its field', async () => {
    const refused = page.waitForResponse(
      (response) => response.url().endsWith('/charts/tile') && response.status() === 400,
    );
    await page.getByRole('textbox', { name: 'Where' }).fill('ServiceName:(cart');
    await refused;
    await page
      .getByRole('group', { name: 'Series A' })
      .getByText(/character \d+/)
      .waitFor();
    await legend().getByText('shop').waitFor();
    await page.getByRole('textbox', { name: 'Where' }).fill('ServiceName:cart');
    await legend().getByText('shop').waitFor({ state: 'detached' });
    await page.getByText(/character \d+/).waitFor({ state: 'detached' });
  });

  test('a tile has formulas, a look and its SQL, and becomes SQL with the same numbers', async () => {
    const config = { displayType: 'line', sourceId: sources.log, select: [{ aggFn: 'count' }], groupBy: 'ServiceName' };
    const made = { name: 'Made', tags: [], tiles: [{ name: 'Orders', x: 0, y: 0, w: 12, h: 8, config }] };
    const { id } = await ask<{ id: string }>(visitor, server, 'post', '/dashboards', made);
    await open(`/dashboards/${id}`);
    await button('Tile Orders: actions').click();
    await item('Edit tile').click();
    const preview = page.getByRole('region', { name: 'Preview' });
    await button('Add formula').click();
    await page.getByLabel('Expression').fill('A * 2');
    await page.getByText('Axes, legend and thresholds').click();
    await page.getByLabel('Legend', { exact: true }).selectOption('table');
    await preview.getByRole('table', { name: 'Legend' }).getByText('shop').waitFor();
    await button('Convert to SQL').click();
    await page.getByText(/^The SQL gives the same numbers/).waitFor();
    expect(await page.getByLabel('SQL', { exact: true }).inputValue()).toContain('count() * 2 AS `A * 2`');
    expect(await violations(page)).toEqual([]);
    await button('Apply').click();
    await button('Save').click();
    await button('Edit').waitFor();
    await page.getByRole('table', { name: 'Legend' }).getByText('shop').waitFor();
  });

  test('a search becomes a tile, a chart and an alert from its menu', async () => {
    await open('/search?q=order&from=now-1h&to=now');
    await button('Share and export').click();
    await item('Add to dashboard').click();
    await page.getByLabel('Name of the dashboard').fill('Found');
    await button('Add chart').click();
    await page.getByRole('dialog').getByRole('link', { name: 'Found' }).waitFor();
    await button('Done').click();
    await button('Share and export').click();
    await item('Create alert').click();
    expect(await page.getByRole('switch', { name: 'Create an alert for it next' }).isChecked()).toBe(true);
    await page.keyboard.press('Escape');
    await button('Share and export').click();
    await item('Open in Charts').click();
    await legend().getByText('info').waitFor();
    expect(await page.getByRole('textbox', { name: 'Where' }).innerText()).toBe('order');
    expect(new URL(page.url()).searchParams.get('from')).toBe('now-1h');
  });

  test('nothing went wrong on the way, and nothing left the host', () => {
    // Chromium reports refusals as errors: the mistake in the condition.
    expect(visitor.errors.filter((text) => !text.includes('status of 400'))).toEqual([]);
    expect(visitor.strays).toEqual([]);
  });
});
