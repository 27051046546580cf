import type { Browser, Page, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { violations } from './axe';
import { arrived, ask, countMetrics, countRows, enter } from './member';
import { startServer, type Server } from './server';
import { sendLogs, sendMetrics, sendSpans, type SentMetric } from './telemetry';
import { startBrowser, type Visitor } from './visitor';

interface Source {
  id: string;
  kind: string;
}

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

const isTile = (response: Response) => response.url().endsWith('/charts/tile');

async function drawn(response: Response): Promise<Drawn> {
  const asked = response.request().postDataJSON() as {
    tile: { config: { select: { aggFn: string; metricName?: string }[] } };
  };
  const [item] = asked.tile.config.select;
  const { data } = (await response.json()) as { data: { rows: unknown[][] } };
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

  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(), startBrowser()]);
    visitor = await enter(browser, server);
    ({ page } = visitor);
    sources = Object.fromEntries(
      (await ask<Source[]>(visitor, server, 'get', '/sources')).map(({ kind, id }) => [kind, id]),
    );
    await fill();
    const end = Date.now() + 60_000;
    range = `from=${end - 900_000}&to=${end}`;
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  async function fill(): Promise<void> {
    const { key } = await ask<{ key: string }>(visitor, server, 'post', '/ingestion-keys', { name: 'e2e' });
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

  const go = (path: string) => page.goto(server.origin('ui') + path);
  const button = (name: string) => page.getByRole('button', { name, exact: true }).last();
  const option = (name: string) => page.getByRole('option', { name, exact: true });
  const idOf = async (dashboard: string) =>
    (await ask<{ id: string; name: string }[]>(visitor, server, 'get', '/dashboards')).find(
      ({ name }) => name === dashboard,
    )?.id;
  const functions = () => page.getByRole('combobox', { name: 'Function of series A' });
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

  test.each(metrics)(
    'every function that a $kind offers is charted, and is the same on a dashboard',
    async (metric) => {
      const series = JSON.stringify([
        { fn: 'avg', metricName: metric.name, metricType: metric.kind, unit: metric.unit },
      ]);
      await go(`/charts?source=${sources.metric}&groupBy=[]&series=${encodeURIComponent(series)}&${range}`);
      await functions().click();
      const offered = await page.getByRole('option').allInnerTexts();
      await page.keyboard.press('Escape');
      expect(offered).toContain('Quantile');
      const charted: Drawn[] = [];
      for (const name of offered) {
        await functions().click();
        const answer = name === 'Average' ? null : page.waitForResponse(isTile);
        await option(name).click();
        if (answer !== null) charted.push(await drawn(await answer));
        await page.getByRole('img', { name: 'Chart' }).waitFor();
        await addTo(metric.name, name);
      }
      const tiles: Drawn[] = [];
      page.on('response', (response) => {
        if (isTile(response)) void drawn(response).then((one) => tiles.push(one));
      });
      await go(`/dashboards/${await idOf(metric.name)}?${range}`);
      await expect.poll(() => tiles.length, { timeout: 30_000 }).toBe(offered.length);
      page.removeAllListeners('response');
      expect(charted.filter(({ rows }) => rows.length === 0)).toEqual([]);
      expect(tiles).toEqual(expect.arrayContaining(charted));
    },
  );

  test('nothing went wrong on the way, and nothing left the host', async () => {
    expect(await violations(page)).toEqual([]);
    expect(visitor.errors).toEqual([]);
    expect(visitor.strays).toEqual([]);
  });
});
