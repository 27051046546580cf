import type { Browser, Locator, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { violations } from './axe';
import { arrived, ask, countRows, enter, makeKey, sourcesOf } from './member';
import { startServer, type Server } from './server';
import { sendLogs } from './telemetry';
import { closeVisits, lead, startBrowser, type Visitor } from './visitor';
import { drawnTwice } from './widths';

/** A field of the interface in which queries are typed. */
interface Field {
  name: string;
  language: 'lucene' | 'sql';
  open: () => Promise<Locator>;
}

// One installation and one person; every step starts with an empty field.
describe('typing queries', () => {
  let server: Server;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  let board = '';

  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(), startBrowser()]);
    visitor = await enter(browser, server);
    ({ page } = visitor);
    const key = await makeKey(visitor, server);
    await sendLogs(
      server,
      key,
      Array.from({ length: 24 }, (_, at) => ({
        body: at % 2 === 0 ? `payment_${at} timed out` : `order ${at} paid`,
        service: ['cart', 'checkout', 'catalog'][at % 3] ?? '',
        severity: at % 4 === 0 ? 'error' : 'info',
        ago: 5 + at,
        attributes: { 'http.route': `/route/${at % 5}`, 'payment.service.id': String(at), rename: 'x' },
      })),
    );
    await arrived(() => countRows(visitor, server, 'log', ''), 24);
    const { log: sourceId } = await sourcesOf(visitor, server);
    const config = { displayType: 'line', sourceId, select: [{ aggFn: 'count' }], groupBy: '' };
    ({ id: board } = await ask<{ id: string }>(visitor, server, 'post', '/dashboards', {
      name: 'Typing',
      tags: [],
      tiles: [{ name: 'Lines', x: 0, y: 0, w: 12, h: 6, config }],
    }));
  });

  afterAll(async () => {
    await closeVisits();
    await server?.stop();
  });

  const go = (path: string) => lead(page, server.origin('ui'), path);
  const box = (name: string) => page.getByRole('textbox', { name, exact: true });
  const options = () => page.locator('.cm-tooltip-autocomplete').getByRole('option');
  const labels = () => options().locator('.cm-completionLabel').allInnerTexts();
  const query = () => new URL(page.url()).searchParams.get('q');
  const search = async (path = '/search') => {
    await go(path);
    await box('Query').click();
    return box('Query');
  };

  async function editTile(name: string): Promise<Locator> {
    await go(`/dashboards/${board}`);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('button', { name: 'Tile Lines: actions' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    return box(name);
  }

  const fields: Field[] = [
    { name: 'the search', language: 'lucene', open: () => search() },
    { name: 'the search in SQL', language: 'sql', open: () => search('/search?lang=sql') },
    { name: 'the condition of a tile', language: 'lucene', open: () => editTile('Where') },
    { name: 'the groups of a tile', language: 'sql', open: () => editTile('Group by') },
    {
      name: 'the condition of a dashboard',
      language: 'lucene',
      open: async () => (await go(`/dashboards/${board}`), box('Condition for all tiles')),
    },
  ];

  test.each(fields)('$name completes fields, in front of everything', async ({ language, open }) => {
    const field = await open();
    await field.click();
    await page.keyboard.type('route');
    await options().first().waitFor();
    expect(await labels()).toEqual([
      'http.route',
      language === 'sql' ? "LogAttributes['http.route']" : 'LogAttributes.http.route',
    ]);
    for (const option of await options().all())
      expect(
        await option.evaluate((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          const corners = [x + 2, x + width - 2].map((at) => document.elementFromPoint(at, y + height / 2));
          return corners.every((found) => found !== null && element.contains(found));
        }),
      ).toBe(true);
    await page.keyboard.press('Tab');
    const written = language === 'sql' ? "LogAttributes['http.route']" : 'http.route:';
    expect((await field.innerText()).trim()).toBe(written);
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await violations(page)).toEqual([]);
  });

  test('a preview stays readable while the condition above it has a mistake', async () => {
    const field = await editTile('Where');
    await field.click();
    await page.keyboard.type('nosuchword');
    await page.getByRole('region', { name: 'Preview' }).getByText('No data in this time range').waitFor();
    await page.keyboard.type(':');
    await page.locator('[data-held]').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test.each([
    ['Serv', ['ServiceName', 'payment.service.id', 'service.name']],
    ['name', ['service.name', 'host.name', 'ServiceName', 'rename']],
  ])('%j lists beginnings first, then words, then the rest', async (typed, want) => {
    await search();
    await page.keyboard.type(typed);
    await options().first().waitFor();
    const shown = (await labels()).filter((label) => want.includes(label));
    expect(new Set(shown)).toEqual(new Set(want));
    const rank = (label: string) =>
      label.toLowerCase().startsWith(typed.toLowerCase()) ? 0 : label === 'rename' ? 2 : 1;
    expect(shown.map(rank)).toEqual(shown.map(rank).toSorted((one, other) => one - other));
  });

  test('on a phone the field has the width of the page, and so may the list', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const field = await search();
    await page.keyboard.type('pay');
    await options().first().waitFor();
    const [place, list] = [await field.boundingBox(), await page.locator('.cm-tooltip-autocomplete').boundingBox()];
    expect(place?.width).toBeGreaterThan(240);
    expect(list?.x).toBeGreaterThanOrEqual(0);
    expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('letters that stand in no name in a row list nothing', async () => {
    await search();
    await page.keyboard.type('s');
    await options().first().waitFor();
    await page.keyboard.type('n');
    await options().first().waitFor({ state: 'detached' });
  });

  test('Enter runs what is typed, and takes an option only when it was chosen', async () => {
    const field = await search();
    await page.keyboard.type('paym');
    await options().first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => location.search.includes('q=paym'));
    expect(await field.innerText()).toBe('paym');
    await options().first().waitFor({ state: 'detached' });
    await page.keyboard.type('ent');
    await options().first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await field.innerText()).toBe('payment.service.id:');
    expect(query()).toBe('paym');
  });

  test('Tab leaves the field when there is nothing to take', async () => {
    const field = await search();
    await page.keyboard.press('Tab');
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(false);
  });

  test('the colon after a field is written once, and others as often as they are typed', async () => {
    const field = await search();
    await page.keyboard.type('Service');
    await options().first().waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type(':cat');
    await page.getByRole('option', { name: /^catalog/ }).waitFor();
    await page.keyboard.press('Tab');
    expect((await field.innerText()).trim()).toBe('ServiceName:"catalog"');
    await field.fill(':cart');
    await page.keyboard.press('Home');
    await page.keyboard.type('ServiceN');
    await options().first().waitFor();
    await page.keyboard.press('Tab');
    expect(await field.innerText()).toBe('ServiceName:cart');
    await field.fill('');
    await page.keyboard.type('std::vector');
    expect(await field.innerText()).toBe('std::vector');
  });

  test('Escape closes the list, then what is around the field, after a question when it was changed', async () => {
    const field = await editTile('Where');
    await field.click();
    await page.keyboard.type('route');
    await options().first().waitFor();
    await page.keyboard.press('Escape');
    await options().first().waitFor({ state: 'detached' });
    expect(await page.getByRole('dialog').count()).toBe(1);
    const question = page.getByRole('dialog', { name: 'Discard changes?' });
    await page.keyboard.press('Escape');
    await question.waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    expect(await field.innerText()).toBe('route');
    await page.getByRole('button', { name: 'Close' }).click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Tile Lines: actions' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await box('Where').press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test.each([
    'payment',
    'timed -service:cart',
    'level:"error"',
    'service:ca level:info',
    'level:"error" OR service:"catalog"',
    'http.route:/route',
    'Body:payment_',
    'SeverityNumber:>9',
    'payment.service.id:>=20',
    '-rename:*',
  ])('%j finds the same in SQL, and back', async (text) => {
    await search(`/search?q=${encodeURIComponent(text)}`);
    const count = page.getByText(/^\d+ rows?$/);
    const rows = await count.innerText();
    for (const language of ['SQL', 'Lucene'] as const) {
      const before = query();
      await page.getByText(language, { exact: true }).click();
      await page.waitForFunction((old) => new URL(location.href).searchParams.get('q') !== old, before);
      await page.locator('[data-stale]').first().waitFor({ state: 'detached' });
      expect(await count.innerText()).toBe(rows);
      expect(await page.getByRole('alert').count()).toBe(0);
    }
  });

  test('what can’t be converted is kept, is not run, and says so', async () => {
    const field = await search('/search?q=(payment+OR+order)+-service:cart');
    await page.getByText('16 rows', { exact: true }).waitFor();
    await page.getByText('SQL', { exact: true }).click();
    await page.getByText('This query can’t be converted to SQL, so it was not run.').waitFor();
    expect(await field.innerText()).toBe('(payment OR order) -service:cart');
    await page.getByText('16 rows', { exact: true }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await field.fill("service != 'cart'");
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => location.search.includes('lang=sql'));
    await page.getByText('16 rows', { exact: true }).waitFor();
  });

  test('options that arrive after the field was left stay away', async () => {
    const field = await search();
    const asked: Route[] = [];
    await page.route('**/search/values', (route) => void asked.push(route));
    const answered = page.waitForResponse('**/search/values');
    await field.pressSequentially('http.route:/r');
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Save' }).focus();
    await Promise.all(asked.map((route) => route.continue()));
    await answered;
    await page.unroute('**/search/values');
    await drawnTwice(page);
    expect(await page.getByRole('listbox').count()).toBe(0);
  });

  test('queries that were run are at hand again, and so is help', async () => {
    const field = await search();
    for (const text of ['order', 'payment', 'order']) {
      await field.fill(text);
      await page.keyboard.press('Enter');
      await page.waitForFunction((want) => new URL(location.href).searchParams.get('q') === want, text);
    }
    await page.reload();
    await page.getByRole('button', { name: 'Recent queries' }).click();
    expect((await page.getByRole('menuitem').allInnerTexts()).slice(0, 2)).toEqual(['order', 'payment']);
    await page.getByRole('menuitem', { name: 'payment' }).first().click();
    await page.waitForFunction(() => new URL(location.href).searchParams.get('q') === 'payment');
    expect(await field.innerText()).toBe('payment');
    await page.getByRole('button', { name: 'Query help' }).click();
    await page.getByRole('table', { name: 'Examples of queries' }).getByText('level:(error OR fatal)').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('nothing went wrong on the way', () => {
    // Chromium reports refusals as errors: the preview of a tile asks with what is typed so far.
    expect(visitor.errors.filter((text) => !/status of 400 .*charts\/tile/.test(text))).toEqual([]);
  });
});
