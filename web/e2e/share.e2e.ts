import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { violations } from './axe';
import { arrived, ask, countRows, enter, makeKey, sourcesOf } from './member';
import { startServer, type Server } from './server';
import { spot } from './spot';
import { sendLogs } from './telemetry';
import { closeVisits, lead, startBrowser, type Visitor } from './visitor';

const needles = 40;

// One installation and one person; the steps look at the same rows.
describe('keeping and sharing a search', () => {
  let server: Server;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(), startBrowser()]);
    visitor = await enter(browser, server);
    ({ page } = visitor);
    const key = await makeKey(visitor, server);
    await sendLogs(
      server,
      key,
      Array.from({ length: needles }, (_, at) => ({ body: `needle ${at}`, service: 'shop', ago: 5 + at })),
    );
    await arrived(() => countRows(visitor, server, 'log', ''), needles);
  });

  afterAll(async () => {
    await closeVisits();
    await server?.stop();
  });

  const go = (path: string) => lead(page, server.origin('ui'), path);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());

  test('a link is copied with a range that moves, or with fixed times', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await go('/search?q=needle&from=now-30m&to=now');
    await page.getByText('40 rows', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Share and export' }).click();
    await page.getByRole('menuitem', { name: 'Copy link Last 30 minutes' }).click();
    expect(new URL(await copied()).search).toBe('?q=needle&from=now-30m&to=now');
    await page.getByRole('menuitem', { name: 'Copy link with fixed times' }).click();
    expect(new URL(await copied()).search).toMatch(
      /^\?q=needle&from=\d{4}-\d\d-\d\dT[\d:.]{8,12}Z&to=\d{4}-\d\d-\d\dT[\d:.]{8,12}Z$/,
    );
    await page.goto(await copied());
    await page.getByText('40 rows', { exact: true }).waitFor();
    const { searchParams } = new URL(page.url());
    const [from, to] = ['from', 'to'].map((part) => Date.parse(searchParams.get(part) ?? ''));
    expect((to ?? 0) - (from ?? 0)).toBe(30 * 60_000);
    await page.getByRole('button', { name: 'Share and export' }).click();
    expect(await page.getByRole('menuitem', { name: /^Copy link/ }).count()).toBe(1);
    // Browsers have no clipboard for pages of plain HTTP in a network.
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true }));
    await page.getByRole('menuitem', { name: /^Copy link/ }).click();
    await page.getByRole('menuitem', { name: /^Copied/ }).waitFor();
    await page.evaluate(() => Reflect.deleteProperty(navigator, 'clipboard'));
    expect(await copied()).toBe(page.url());
  });

  test.each(['/charts', '/services/shop'])('%s can be linked with fixed times', async (path) => {
    await go(`${path}?from=now-3h&to=now`);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByRole('menuitem', { name: 'Copy link with fixed times' }).click();
    expect(await copied()).toMatch(/from=[\dT:.-]+Z&to=[\dT:.-]+Z/);
  });

  test('no address holds quotes around a time, whichever way it was chosen', async () => {
    await go('/search');
    const chart = page.getByRole('img', { name: 'Rows over time' });
    await chart.waitFor();
    const box = await spot(chart);
    await page.mouse.move(box.x + box.width / 3, box.y + 40);
    await page.mouse.down();
    await page.mouse.move(box.x + (box.width * 2) / 3, box.y + 40, { steps: 5 });
    await page.mouse.up();
    await page.waitForFunction(() => location.search.includes('from='));
    expect(new URL(page.url()).search).toMatch(/^\?from=\d{4}-\d\d-\d\dT[\d:.]+Z&to=[^%]+Z$/);
    await page.getByRole('textbox', { name: 'Query' }).fill('service:shop 404');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => location.search.includes('q='));
    expect(page.url()).toContain('q=service:shop+404');
  });

  const range = () => page.getByRole('button', { name: /^Time range/ });
  const typed = () => page.getByRole('textbox', { name: 'Time range' });

  test('a range is typed, moved by keys, and Back returns to the one before', async () => {
    await go('/search');
    await range().click();
    await typed().fill('soon');
    await page.getByText(/^Not understood. Try 2h, yesterday/).waitFor();
    await typed().fill('last 90 minutes');
    await page.getByText(/^1 h 30 min up to now, from /).waitFor();
    expect(await violations(page)).toEqual([]);
    await typed().press('Enter');
    await page.getByRole('button', { name: 'Time range: Last 90 minutes' }).waitFor();
    const main = page.getByRole('grid', { name: 'Rows' });
    await main.press('-');
    await page.getByRole('button', { name: 'Time range: Last 180 minutes' }).waitFor();
    await main.press('<');
    await page.waitForFunction(() => location.search.includes('Z&to='));
    const before = page.url();
    await page.getByRole('button', { name: 'Later' }).click();
    await page.waitForURL((url) => url.href !== before);
    for (let steps = 0; steps < 3; steps += 1) await page.goBack();
    await page.getByRole('button', { name: 'Time range: Last 90 minutes' }).waitFor();
    await range().click();
    await page.getByRole('group', { name: 'Recent' }).getByRole('button', { name: 'Last 90 minutes' }).waitFor();
    await page.keyboard.press('Escape');
  });

  test('days are picked by keyboard, in a zone that all times follow', async () => {
    const instants = 'from=2026-10-25T00:00:00Z&to=2026-10-25T12:00:00Z';
    await go(`/search?${instants}`);
    await range().click();
    const zone = page.getByRole('combobox', { name: /^Time zone/ });
    await zone.fill('kolk');
    await page.getByRole('option', { name: 'Asia/Kolkata' }).click();
    await page.getByRole('button', { name: 'Time range: 25 Oct 2026 05:30:00 – 17:30:00' }).waitFor();
    expect(page.url()).toContain(instants);
    await page.getByRole('grid', { name: 'October 2026' }).locator('[tabindex="0"]').press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.keyboard.press('PageUp');
    await page.keyboard.press('Enter');
    expect(await typed().inputValue()).toBe('2026-09-18 to 2026-10-18');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForFunction(() => location.search.includes('from=2026-09-17T18:30:00Z&to=2026-10-18T18:30:00Z'));
    await page.reload();
    await page.getByRole('button', { name: 'Time range: 18 Sept 2026 00:00:00 – 19 Oct 2026 00:00:00' }).waitFor();
  });

  test.each([
    ['/services/shop', 'Logs', '/search'],
    ['/services/shop', 'Traces', '/traces'],
    ['/services/shop', 'Services', '/services'],
    ['/search', 'Services', '/services'],
  ])('from %s to %s the time range goes along', async (path, name, to) => {
    await go(`${path}?from=now-3h&to=now`);
    await page
      .getByRole('main')
      .getByRole('link', { name, exact: true })
      .or(page.getByRole('navigation').getByRole('link', { name, exact: true }))
      .first()
      .click();
    await page.waitForURL((url) => url.pathname === to);
    await page.getByRole('button', { name: 'Time range: Last 3 hours' }).waitFor();
    expect(new URL(page.url()).searchParams.get('from')).toBe('now-3h');
  });

  test('saved searches are listed, found, renamed and deleted', async () => {
    const { log: sourceId } = await sourcesOf(visitor, server);
    await go('/search/saved');
    await page.getByText('No saved searches yet').waitFor();
    expect(await violations(page)).toEqual([]);
    const made = [];
    for (const [name, tags] of [
      ['Needles', ['shop', 'daily']],
      ['Lines', ['shop']],
      ['Everything', []],
    ] as const)
      made.push(
        await ask<{ id: string }>(visitor, server, 'post', '/saved-searches', {
          name,
          tags,
          sourceId,
          where: name === 'Needles' ? 'needle' : '',
          filters: [{ condition: "ServiceName IN ('shop')" }],
        }),
      );
    await go('/search');
    await page.getByRole('link', { name: 'Saved searches' }).click();
    const table = page.getByRole('table', { name: 'Saved searches' });
    const names = () => table.getByRole('link').allInnerTexts();
    await table.getByRole('link', { name: 'Needles' }).waitFor();
    expect(await names()).toEqual(['Everything', 'Lines', 'Needles']);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('group', { name: 'Tags' }).getByRole('button', { name: 'shop' }).click();
    expect(await names()).toEqual(['Lines', 'Needles']);
    await page.getByRole('textbox', { name: 'Find saved searches' }).fill('dail');
    expect(await names()).toEqual(['Needles']);
    await page.getByRole('button', { name: 'Needles: actions' }).click();
    await page.getByRole('menuitem', { name: 'Edit name and tags' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Sharp needles');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await table.getByRole('link', { name: 'Sharp needles' }).waitFor();
    // Only its name has changed.
    expect(await ask(visitor, server, 'get', `/saved-searches/${made[0]?.id}`)).toMatchObject({
      name: 'Sharp needles',
      tags: ['shop', 'daily'],
      where: 'needle',
      filters: [{ condition: "ServiceName IN ('shop')" }],
    });
    await page.getByRole('textbox', { name: 'Find saved searches' }).fill('lines');
    await page.getByRole('button', { name: 'Lines: actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect(await names()).toEqual(['Lines']);
    await page.getByRole('button', { name: 'Lines: actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByText('The search is deleted for the whole team').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await table.getByRole('link', { name: 'Lines' }).waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: 'Find saved searches' }).fill('');
    await table.getByRole('link', { name: 'Sharp needles' }).click();
    await page.getByText('40 rows', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Remove filter ServiceName' }).waitFor();
    await go(`/search?saved=${made[1]?.id}`);
    await page.getByRole('alert').filter({ hasText: 'The saved search could not be loaded' }).waitFor();
  });

  test('nothing went wrong on the way', () => {
    // Chromium reports refusals as errors: the search that was deleted.
    expect(visitor.errors.filter((text) => !/status of 404 .*saved-searches/.test(text))).toEqual([]);
  });
});
