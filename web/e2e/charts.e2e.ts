import type { Browser, Page, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { violations } from './axe';
import { arrived, ask, countMetrics, countRows, enter, makeKey, sourcesOf } from './member';
import { savedPicture } from './picture';
import { startServer, type Server } from './server';
import { spot } from './spot';
import { sendLogs, sendMetrics, sendSpans, type SentMetric } from './telemetry';
import { closeVisits, lead, startBrowser, type Visitor } from './visitor';

const lengthMs = 900_000;

/** What a tile was answered with: which metric and function, and the rows. */
interface Drawn {
  name: string;
  rows: unknown[][];
}

const metrics: SentMetric[] = (['gauge', 'sum', 'histogram', 'exponential histogram', 'summary'] as const).map(
  (kind) => ({
    name: `wait.${kind.replaceAll(' ', '.')}`,
    unit: 'ms',
    values: [40, 250, 1500],
    kind,
    attributes: { 'queue.name': 'orders' },
  }),
);

/** A tile of a dashboard, two side by side. */
const placed = (name: string, at: number, config: object) => ({
  name,
  x: (at % 2) * 12,
  y: Math.floor(at / 2) * 8,
  w: 12,
  h: 8,
  config,
});

const isTile = (response: Response) => response.url().endsWith('/charts/tile');

interface AskedTile {
  config: { select: { aggFn: string; metricName?: string }[] };
}

const tileOf = (response: Response) => (response.request().postDataJSON() as { tile: AskedTile }).tile;

/** A busy browser drops the text of an answer before anybody else has read it; the question is asked again. */
async function answerTo(response: Response): Promise<{ data: { rows: unknown[][] } }> {
  const again = async () => (await response.frame().page().request.fetch(response.request())).json();
  return response.json().catch(again);
}

async function drawn(response: Response): Promise<Drawn> {
  const [item] = tileOf(response).config.select;
  const { data } = await answerTo(response);
  return { name: `${item?.aggFn} of ${item?.metricName}`, rows: data.rows };
}

// One installation and one person; the steps build on each other.
describe('charts lead to dashboards and to events', () => {
  let server: Server;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  let sources: Record<string, string> = {};
  /** A range that stays as it is, so that pages ask for the same. */
  let range: string;
  let end: number;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(), startBrowser()]);
    visitor = await enter(browser, server);
    ({ page } = visitor);
    sources = await sourcesOf(visitor, server);
    await fill();
    end = Date.now() + 60_000;
    range = `from=${end - lengthMs}&to=${end}`;
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
        body: `order ${at}`,
        service: at % 4 === 0 ? 'cart' : 'shop',
        severity: at === 8 ? 'error' : 'info',
        ago: 5 + at * 15,
      })),
    );
    await sendSpans(
      server,
      key,
      Array.from({ length: 12 }, (_, at) => ({
        name: 'GET /',
        service: at % 3 === 0 ? 'cart' : 'shop',
        traceId: `4bf92f3577b34da6a3ce929d0e0e47${10 + at}`,
        id: `00f067aa0ba902${10 + at}`,
        start: at * 100,
        length: 1500,
      })),
    );
    await sendMetrics(server, key, metrics);
    await arrived(() => countRows(visitor, server, 'log', ''), 40);
    await arrived(() => countRows(visitor, server, 'trace', ''), 12);
    await arrived(() => countMetrics(visitor, server), metrics.length);
  }

  const times = () => ({ startTime: end - lengthMs, endTime: end });
  const go = (path: string) => lead(page, server.origin('ui'), path);
  async function openChart(search: string): Promise<void> {
    await go(`/charts?${range}&${search}`);
    await page.getByRole('img', { name: 'Chart' }).waitFor();
  }
  const openMetric = ({ name: metricName, kind: metricType, unit }: SentMetric, fn: string) => {
    const series = JSON.stringify([{ fn, metricName, metricType, unit }]);
    return openChart(`source=${sources.metric}&groupBy=[]&series=${encodeURIComponent(series)}`);
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true }).last();
  const option = (name: string) => page.getByRole('option', { name, exact: true });
  const idOf = async (dashboard: string) =>
    (await ask<{ id: string; name: string }[]>(visitor, server, 'get', '/dashboards')).find(
      ({ name }) => name === dashboard,
    )?.id;
  const functions = () => page.getByRole('group', { name: 'Series A' }).getByLabel('Function');
  /** Puts the chart on the dashboard of a name, which is made when there is none. */
  async function addTo(dashboard: string, tile: string): Promise<void> {
    await button('Add to dashboard').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name of the tile').fill(tile);
    await dialog.getByRole('combobox', { name: 'Dashboard' }).click();
    if ((await option(dashboard).count()) > 0) await option(dashboard).click();
    else {
      await option('A new dashboard').click();
      await dialog.getByLabel('Name of the dashboard').fill(dashboard);
    }
    await button('Add chart').click();
    await dialog.getByRole('link', { name: dashboard }).waitFor();
    await button('Done').click();
    await dialog.waitFor({ state: 'detached' });
  }

  /** Puts tiles on a dashboard besides those that it has. */
  async function addTiles(dashboard: string, added: object[]): Promise<void> {
    const path = `/dashboards/${await idOf(dashboard)}`;
    const { name, tags, tiles } = await ask<{ name: string; tags: string[]; tiles: object[] }>(
      visitor,
      server,
      'get',
      path,
    );
    await ask(visitor, server, 'put', path, { name, tags, tiles: [...tiles, ...added] });
  }

  test.each(metrics)(
    'every function that a $kind offers is charted, and is the same on a dashboard',
    async (metric) => {
      await openMetric(metric, 'avg');
      const offered = await functions().locator('option').allInnerTexts();
      expect(offered).toContain('Quantile');
      const charted: Drawn[] = [];
      const asked: object[] = [];
      for (const name of offered.filter((one) => one !== 'Average')) {
        const answer = page.waitForResponse(isTile);
        await functions().selectOption({ label: name });
        charted.push(await drawn(await answer));
        await page.getByRole('img', { name: 'Chart' }).waitFor();
        if (name === 'Quantile') await addTo(metric.name, name);
        else asked.push(placed(name, asked.length + 2, tileOf(await answer).config));
      }
      await addTiles(metric.name, asked);
      const tiles: Drawn[] = [];
      page.on('response', (response) => {
        if (isTile(response)) void drawn(response).then((one) => tiles.push(one));
      });
      await go(`/dashboards/${await idOf(metric.name)}?${range}`);
      await expect.poll(() => tiles.length, { timeout: 30_000 }).toBe(charted.length);
      page.removeAllListeners('response');
      expect(charted.filter(({ rows }) => rows.length === 0)).toEqual([]);
      expect(tiles).toEqual(expect.arrayContaining(charted));
    },
  );

  test.each(metrics)('a $kind is grouped by the names of its attributes', async (metric) => {
    await openMetric(metric, 'quantile');
    await page.getByRole('textbox', { name: 'Group by' }).click();
    await page.keyboard.type('queue');
    await page.getByRole('option', { name: "Attributes['queue.name']" }).click();
    await legend().getByText('orders').waitFor();
    await legend()
      .getByText(/^[\d.]+ m?s$/)
      .first()
      .waitFor();
  });

  const typed = (name: string) => page.getByRole('group', { name: 'Type' }).getByRole('button', { name, exact: true });
  const legend = () => page.getByRole('table', { name: 'Legend' });
  /** The number in the row of a table that reads so. */
  const inRow = (name: string) => page.getByRole('row', { name, exact: true }).getByRole('button');
  const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
  /** Follows a way of the open menu to the events, says how many rows they must be, and goes back. */
  const showEvents = async (rows: number) => {
    const address = page.url();
    await item('Show events').click();
    await page.getByText(rows === 1 ? '1 row' : `${rows} rows`, { exact: true }).waitFor();
    const events = new URL(page.url()).searchParams;
    await page.goBack();
    await expect.poll(() => page.url()).toBe(address);
    return events;
  };

  test('a chart is saved as a picture; an entry of its legend leads to its events, and back', async () => {
    await openChart(`source=${sources.log}&display=bars`);
    const { width, colors } = await savedPicture(page, () => button('Download PNG').click());
    expect([width > 1000, colors > 20]).toEqual([true, true]);
    await button('Actions for cart').click();
    expect(await violations(page)).toEqual([]);
    expect(await page.getByRole('menu').innerText()).toMatch(/^cart\n/);
    const events = await showEvents(10);
    expect(events.get('filters')).toContain('"values":["cart"]');
    await legend().getByText('shop').waitFor();
  });

  test('a bar leads to the events of its time and group', async () => {
    const chart = page.getByRole('img', { name: 'Chart' });
    const over = chart.locator('.u-over');
    // The chart is made again when its newest values are there.
    await expect.poll(() => over.boundingBox()).not.toBeNull();
    const { width = 0, height = 0 } = (await over.boundingBox()) ?? {};
    const answer = await ask<{ rows: [number, string, number][]; stepSeconds: number }>(
      visitor,
      server,
      'post',
      '/charts/tile',
      {
        tile: {
          config: {
            displayType: 'stacked_bar',
            sourceId: sources.log,
            select: [{ aggFn: 'count' }],
            groupBy: 'ServiceName',
          },
        },
        ...times(),
      },
    );
    const counts = new Map<number, number>();
    for (const [at, , count] of answer.rows) counts.set(at, (counts.get(at) ?? 0) + count);
    const [start = 0] = [...counts].find(([, count]) => count > 0) ?? [];
    const step = answer.stepSeconds * 1000;
    const first = Math.floor(times().startTime / step) * step;
    const bars = Math.floor((times().endTime - first) / step) + 1;
    await over.click({ position: { x: (width * ((start - first) / step + 0.5)) / bars, y: height - 4 } });
    const label = await page.getByRole('menu').innerText();
    const service = label.startsWith('cart') ? 'cart' : 'shop';
    const rows = answer.rows.find(([at, group]) => at === start && group === service)?.[2] ?? 0;
    const events = await showEvents(rows);
    expect(Date.parse(events.get('from') ?? '')).toBe(Math.max(start, times().startTime));
  });

  test('a group is kept to, or left out', async () => {
    await button('Actions for cart').click();
    await item('Exclude cart').click();
    await legend().getByText('cart').waitFor({ state: 'detached' });
    expect(await page.getByRole('textbox', { name: 'Where' }).innerText()).toBe('NOT ServiceName:"cart"');
    await page.goBack();
    await button('Actions for cart').click();
    await item('Only cart').click();
    await legend().getByText('shop').waitFor({ state: 'detached' });
    await page.goBack();
    await button('Actions for cart').click();
    await item('Add to group by').press('ArrowRight');
    await item('SeverityText').press('Enter');
    await legend().getByText('shop · info').waitFor();
    await page.goBack();
    await legend().getByText('shop', { exact: true }).waitFor();
  });

  test('numbers of a table and large numbers lead to their events, and can be copied', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await typed('Table').click();
    await inRow('shop 30').click();
    await item('Copy value').click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('30');
    await inRow('shop 30').click();
    await showEvents(30);
    await typed('Number').click();
    await page.getByRole('button', { name: '40', exact: true }).click();
    await showEvents(40);
    expect(await violations(page)).toEqual([]);
  });

  test('an alert is made of a chart, by way of a tile', async () => {
    await typed('Line').click();
    await button('Actions for cart').click();
    await item('Create alert').click();
    await page.getByLabel('Name of the dashboard').fill('Watched');
    await button('Add chart and go on').click();
    const editor = page.getByRole('dialog', { name: 'Create alert' });
    await editor.getByRole('region', { name: 'Back-test' }).waitFor();
    expect(await editor.getByRole('combobox', { name: 'Tile', exact: true }).inputValue()).toBe('Count');
  });

  test('durations have their unit in the chart, in its legend, and on the dashboard', async () => {
    const series = JSON.stringify([{ fn: 'quantile', level: 0.95, field: 'Duration' }]);
    await openChart(`source=${sources.trace}&series=${encodeURIComponent(series)}`);
    await legend().getByText('1.5 s').first().waitFor();
    await button('Actions for cart').click();
    await item('Show traces').click();
    await page.getByRole('table', { name: 'Traces' }).getByRole('link', { name: 'GET /' }).first().waitFor();
    expect(new URL(page.url()).searchParams.get('filters')).toContain('"cart"');
    await page.goBack();
    for (const display of ['Number', 'Table']) {
      await typed(display).click();
      await page.getByRole('button', { name: '1.5 s' }).first().waitFor();
      await addTo('Latency', display);
    }
    await go(`/dashboards/${await idOf('Latency')}?${range}`);
    await page.getByRole('region', { name: 'Number' }).getByRole('button', { name: '1.5 s' }).waitFor();
    await inRow('cart 1.5 s').click();
    await showEvents(4);
    expect(await violations(page)).toEqual([]);
  });

  test('what narrows a dashboard narrows the events behind its tiles', async () => {
    await inRow('cart 1.5 s').click();
    await item('Only cart').click();
    await inRow('shop 1.5 s').waitFor({ state: 'detached' });
    expect(await page.getByRole('textbox', { name: 'Condition for all tiles' }).innerText()).toBe('ServiceName:"cart"');
    await page.getByRole('region', { name: 'Number' }).getByRole('button', { name: '1.5 s' }).click();
    await showEvents(4);
  });

  test('slices, cells, patterns and events lead to what is behind them', async () => {
    const { id } = await ask<{ id: string }>(visitor, server, 'post', '/dashboards', {
      name: 'Shapes',
      tags: [],
      tiles: [
        placed('Shares', 0, {
          displayType: 'pie',
          sourceId: sources.log,
          select: [{ aggFn: 'count' }],
          groupBy: 'ServiceName',
        }),
        placed('Spread', 1, {
          displayType: 'heatmap',
          sourceId: sources.trace,
          select: [{ valueExpression: 'Duration' }],
        }),
        placed('Patterns', 2, { displayType: 'event_patterns', sourceId: sources.log, where: 'ServiceName:cart' }),
        placed('Events', 3, { displayType: 'search', sourceId: sources.log, select: '' }),
      ],
    });
    await go(`/dashboards/${id}?${range}`);
    await page.getByRole('button', { name: '25 %' }).click();
    await showEvents(10);
    const ring = await spot(page.getByRole('img', { name: 'Shares' }));
    await page.mouse.click(ring.x + ring.width * 0.9, ring.y + ring.height / 2);
    await page.getByRole('menu').getByText('Only').waitFor();
    await page.keyboard.press('Escape');
    for (const key of ['ArrowRight', 'Enter']) await page.getByRole('group', { name: /^Cells of Spread/ }).press(key);
    await page.getByRole('menu').getByText('1.').first().waitFor();
    const cell = Number((await page.getByRole('menu').locator('[class*=label]').innerText()).split(': ').at(-1));
    await showEvents(cell);
    await page.getByRole('row', { name: '10 order <n>' }).getByRole('button').click();
    expect((await showEvents(10)).get('filters')).toContain('"messagePattern(Body)","values":["order <n>"]');
    await page.getByRole('region', { name: 'Events' }).last().getByRole('link').first().click();
    await page.getByText('1 row', { exact: true }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: '25 %' }).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('a ratio of counts is 0 where there are rows and none of them counts', async () => {
    const series = JSON.stringify([{ where: 'SeverityText:error' }, {}]);
    const answered = page.waitForResponse((answer) => isTile(answer) && tileOf(answer).config.select.length === 2);
    await openChart(`source=${sources.log}&groupBy=[]&ratio=true&series=${encodeURIComponent(series)}`);
    const { rows } = await drawn(await answered);
    const values = rows.map(([, value]) => value);
    expect(values.filter((value) => value === 0).length).toBeGreaterThan(3);
    expect(values.filter((value) => typeof value === 'number' && value > 0)).toHaveLength(1);
    await addTo('Ratio', 'Errors');
    const again = page.waitForResponse(isTile);
    await go(`/dashboards/${await idOf('Ratio')}?${range}`);
    expect((await drawn(await again)).rows).toEqual(rows);
  });

  test('nothing went wrong on the way, and nothing left the host', async () => {
    expect(await violations(page)).toEqual([]);
    expect(visitor.errors).toEqual([]);
    expect(visitor.strays).toEqual([]);
  });
});
