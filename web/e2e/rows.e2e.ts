import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { violations } from './axe';
import { arrived, ask, countRows, enter, makeKey, sourceOf } from './member';
import { startServer, type Server } from './server';
import { spot } from './spot';
import { sendLogs, sendSpans } from './telemetry';
import { closeVisits, lead, startBrowser, type Visitor } from './visitor';

const lines = 400;
const traceId = '6bf92f3577b34da6a3ce929d0e0e4801';

/** A row that ends with a message. */
function cell(text: string): RegExp {
  return new RegExp(`${text}$`);
}

// One installation and one person; the steps look at the same rows.
describe('arranging and narrowing what a search has found', () => {
  let server: Server;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(), startBrowser()]);
    visitor = await enter(browser, server);
    ({ page } = visitor);
    const key = await makeKey(visitor, server);
    const trace = Array.from({ length: 60 }, (_, at) => `    at shop.orders.Checkout.step${at}(Checkout.java:${at})`);
    await sendLogs(server, key, [
      ...Array.from({ length: lines }, (_, at) => ({
        body: at % 10 === 0 ? `needle ${at}` : `line ${at}`,
        service: at % 2 === 0 ? 'shop' : 'cart',
        attributes: { 'order.id': `o-${at}`, took_ms: String(at * 10) },
        ago: 5 + at,
      })),
      { body: 'strange and long', service: 'long', attributes: { exception_stacktrace: trace.join('\n') } },
    ]);
    await sendSpans(
      server,
      key,
      [5, 50, 500].map((length, at) => ({
        name: `takes ${length}`,
        service: 'shop',
        traceId,
        id: `00f067aa0ba9030${at}`,
        start: 0,
        length,
      })),
    );
    await arrived(() => countRows(visitor, server, 'log', ''), lines + 1);
    await arrived(() => countRows(visitor, server, 'trace', ''), 3);
  });

  afterAll(async () => {
    await closeVisits();
    await server?.stop();
  });

  const go = (path: string) => lead(page, server.origin('ui'), path);
  const found = () => page.getByRole('grid', { name: 'Rows', exact: true });
  const head = (name: string) => found().getByRole('columnheader', { name: new RegExp(`^${name}`) });
  const first = () => found().getByRole('row').nth(1);

  test('columns are sorted over the whole range, moved and resized, by pointer and by keys', async () => {
    await go('/search?q=needle&from=now-1h&to=now');
    await page.getByText('40 rows', { exact: true }).waitFor();
    await head('Time').getByRole('button').click();
    await first().getByText('needle 390', { exact: true }).waitFor();
    await head('Message').getByRole('button').click();
    await first().getByText('needle 0', { exact: true }).waitFor();
    await head('Message').getByRole('button').click();
    await first().getByText('needle 90', { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('sort')).toBe('-Body');
    await page.reload();
    await first().getByText('needle 90', { exact: true }).waitFor();
    expect(await head('Message').getAttribute('aria-sort')).toBe('descending');
    await head('Message').getByRole('button').press('Shift+ArrowLeft');
    await first().getByText('needle 90', { exact: true }).waitFor();
    const cols = () => JSON.parse(new URL(page.url()).searchParams.get('cols') ?? '[]') as string[];
    expect(cols()).toEqual(['Timestamp', 'SeverityText', 'Body', 'ServiceName']);
    await head('Service').getByRole('button').dragTo(head('Level'));
    await expect.poll(cols).toEqual(['Timestamp', 'ServiceName', 'SeverityText', 'Body']);
    const edge = head('Service').getByRole('separator');
    const before = (await spot(head('Service'))).width;
    const { x, y } = await spot(edge);
    await page.mouse.move(x + 4, y + 9);
    await page.mouse.down();
    await page.mouse.move(x + 54, y + 9, { steps: 3 });
    await page.mouse.up();
    await edge.press('ArrowRight');
    expect((await spot(head('Service'))).width).toBe(before + 66);
    expect(await violations(page)).toEqual([]);
    await page.reload();
    expect((await spot(head('Service'))).width).toBe(before + 66);
    await edge.dblclick();
    expect((await spot(head('Service'))).width).toBe(before);
  });

  test('a text is found in the loaded rows, one after the other, and long lines wrap', async () => {
    await go('/search?q=needle&from=now-1h&to=now');
    await page.getByText('40 rows', { exact: true }).waitFor();
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press('f');
    await page.getByLabel('Find in the loaded rows').fill('NEEDLE 3');
    const box = page.getByRole('search', { name: 'Find in rows' });
    await box.getByText('1 of 11 rows').waitFor();
    const marked = found().locator('[data-found]');
    expect(await marked.innerText()).toMatch(cell('needle 30'));
    await page.keyboard.press('Enter');
    expect(await marked.innerText()).toMatch(cell('needle 300'));
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.press('Shift+Enter');
    await box.getByText('11 of 11 rows').waitFor();
    expect(await marked.locator('mark').innerText()).toBe('needle 3');
    await page.keyboard.press('Escape');
    await box.waitFor({ state: 'detached' });
    await go('/search?q=service:long&from=now-1h&to=now');
    const long = found().getByText('strange and long');
    const line = (await spot(long)).height;
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'LogAttributes.exception_stacktrace' }).check();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Wrap lines' }).click();
    await expect.poll(async () => (await spot(first())).height).toBeGreaterThan(5 * line);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Wrap lines' }).click();
    expect((await spot(first())).height).toBe(28);
  });

  const facets = () => page.getByRole('complementary', { name: 'Facets' });
  const wanted = () => facets().getByRole('textbox', { name: 'Find a field or value' });

  test('a value beyond the first ones is found, and a pinned facet stays at the top', async () => {
    await go('/search?from=now-1h&to=now');
    await page.getByText('401 rows', { exact: true }).waitFor();
    await wanted().fill('o-377');
    await facets().getByRole('button', { name: 'Only o-377' }).click();
    await found().getByText('line 377', { exact: true }).waitFor();
    await page.getByText('1 row', { exact: true }).waitFor();
    await facets().getByRole('button', { name: 'Pin order.id' }).click();
    await wanted().fill('');
    const names = () => facets().locator('[aria-expanded]').allInnerTexts();
    await expect.poll(async () => (await names())[0]).toBe('order.id');
    expect(await violations(page)).toEqual([]);
    await page.reload();
    await expect.poll(async () => (await names())[0]).toBe('order.id');
    await facets().getByRole('button', { name: 'Pin order.id' }).click();
    await expect.poll(async () => (await names())[0]).toBe('Level');
  });

  test('a range of numbers with their unit narrows the rows, stays in the address and shows in the panel', async () => {
    await go('/search?from=now-1h&to=now');
    await page.getByRole('combobox', { name: 'Source' }).click();
    await page.getByRole('option', { name: 'Traces' }).click();
    await page.getByText('3 rows', { exact: true }).waitFor();
    await facets().getByRole('button', { name: 'Duration', exact: true }).click();
    const smallest = facets().getByRole('textbox', { name: 'Smallest Duration' });
    await expect.poll(() => smallest.getAttribute('placeholder')).toBe('5 ms');
    await smallest.fill('20');
    await smallest.press('Enter');
    await facets().getByText('Add a unit.').waitFor();
    await smallest.fill('20 ms');
    await smallest.press('Enter');
    await page.getByText('2 rows', { exact: true }).waitFor();
    await page.reload();
    await page.getByText('2 rows', { exact: true }).waitFor();
    const chip = page.getByRole('button', { name: 'Remove filter Duration' });
    expect(await chip.innerText()).toContain('at least 20 ms');
    await found().getByText('takes 500').click();
    const panel = page.getByRole('complementary', { name: 'Row' });
    expect(await panel.getByRole('listitem').filter({ hasText: 'Duration' }).innerText()).toContain('500 ms');
    const width = async () => Math.round((await spot(panel)).width);
    const before = await width();
    const edge = panel.getByRole('separator', { name: 'Resize row' });
    await edge.press('ArrowLeft');
    expect(await width()).toBe(before + 16);
    expect(await violations(page)).toEqual([]);
    await page.reload();
    expect(await width()).toBe(before + 16);
    await edge.dblclick();
    expect(await width()).toBe(before);
    await chip.click();
    await page.getByText('3 rows', { exact: true }).waitFor();
    await page.goBack();
    await page.getByText('2 rows', { exact: true }).waitFor();
  });

  test('a query is explained in words, and an unknown name is replaced where it is a name', async () => {
    await go('/search?q=needle+ordr.id:"ordr.id"&from=now-1h&to=now');
    await page.getByRole('button', { name: 'Explain query' }).click();
    await page.getByText('Finds rows where: Body has the word "needle" and ordr.id is "ordr.id"').waitFor();
    await page.getByRole('status').getByRole('button', { name: 'order.id', exact: true }).click();
    await page.getByText('Finds rows where: Body has the word "needle" and order.id is "ordr.id"').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByText('SQL', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Query' }).fill("Body ILIKE '%needle 4%'");
    await page.keyboard.press('Enter');
    await page.getByText('Finds rows where: Body contains "needle 4"').waitFor();
    await page.getByRole('button', { name: 'Explain query' }).click();
  });

  test('a starred search comes first on its page, in the menu and in the palette', async () => {
    const logs = await sourceOf(visitor, server, 'log');
    for (const name of ['Alpha', 'Beta'])
      await ask(visitor, server, 'post', '/saved-searches', { name, sourceId: logs, where: 'needle' });
    await go('/search/saved');
    const names = () => page.getByRole('table', { name: 'Saved searches' }).getByRole('link').allInnerTexts();
    await expect.poll(names).toEqual(['Alpha', 'Beta']);
    await page.getByRole('button', { name: 'Star Beta' }).click();
    await expect.poll(names).toEqual(['Beta', 'Alpha']);
    expect(await violations(page)).toEqual([]);
    await go('/search');
    await page.getByRole('button', { name: 'Share and export' }).click();
    const items = () => page.getByRole('menu').getByRole('menuitem').allInnerTexts();
    await expect.poll(async () => (await items()).slice(0, 2)).toEqual(['Beta', 'Alpha']);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+K');
    await page.getByRole('combobox', { name: 'Command' }).fill('saved searches');
    await expect.poll(async () => (await page.getByRole('option').allInnerTexts())[0]).toContain('Beta');
    await page.keyboard.press('Escape');
  });
});
