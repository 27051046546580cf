import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { arrived, ask, countMetrics, countRows, enter, makeKey, sourcesOf } from './member';
import { startServer, type Server } from './server';
import { sendLogs, sendMetrics, sendSpans } from './telemetry';
import { closeVisits, lead, nowhere, startBrowser, type Visitor } from './visitor';
import { misfits, widths } from './widths';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';

/** Every page, and what stands on it once it is there. */
const pages = [
  ['/', 'Telemetry engine'],
  ['/welcome', 'Send your first data'],
  ['/send', 'Send data'],
  ['/search', 'payment refused'],
  ['/search?q=timeout%20OR%20refused', 'payment refused'],
  ['/charts', 'checkout'],
  ['/traces', 'POST /checkout'],
  ['/traces?service=checkout', 'POST /pay'],
  [`/traces/${traceId}`, 'POST /pay'],
  ['/services', 'storefront'],
  ['/services/checkout', 'POST /pay'],
  ['/dashboards', 'Shop'],
  ['DASHBOARD', 'Errors by service'],
  ['/alerts', 'Refused payments'],
  ['ALERT', 'Refused payments'],
  ['/team', 'Members'],
  ['/team/keys', 'Personal access keys'],
  ['/team/webhooks', 'On call'],
  ['/team/sources', 'Logs'],
  ['/team/connections', 'Connections'],
  ['/team/retention', 'days'],
  ['/account', 'This one'],
  ['/cloud', 'Recent activity'],
  ['/cloud/services', 'Each service is a database'],
  ['/cloud/keys', 'For programs that manage'],
  ['/cloud/members', 'Members'],
  ['/cloud/usage', 'In units, per day'],
  ['/cloud/activity', 'Who did what'],
  [nowhere.path, nowhere.heading],
] as const;

/** Waits until nothing is loading, and until what follows the size of the window has followed it. */
function loaded(page: Page): Promise<void> {
  return page.evaluate(async () => {
    do {
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    } while (document.querySelector('[role=status][aria-label^=Loading]') !== null);
  });
}

// One installation with a little of everything.
describe('every page at every width', () => {
  let server: Server;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  const made: Record<string, string> = {};

  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(), startBrowser()]);
    visitor = await enter(browser, server);
    ({ page } = visitor);
    await fill();
    await furnish();
  });

  afterAll(async () => {
    await closeVisits();
    await server?.stop();
  });

  async function fill(): Promise<void> {
    const key = await makeKey(visitor, server);
    const names = ['checkout', 'storefront', 'recommendation-service', 'payment', 'inventory-reservations'];
    await sendLogs(
      server,
      key,
      Array.from({ length: 40 }, (_, at) => ({
        body: at === 0 ? 'payment refused' : `a message that is much longer than a telephone is wide, number ${at}`,
        service: names[at % names.length] ?? '',
        severity: at % 4 === 0 ? 'error' : 'info',
        ago: at,
        traceId,
      })),
    );
    const span = { traceId, start: 0, length: 90 };
    await sendSpans(server, key, [
      { ...span, name: 'POST /checkout', service: 'storefront', id: '00f067aa0ba902b7' },
      {
        ...span,
        name: 'POST /pay',
        service: 'checkout',
        id: '00f067aa0ba902b8',
        parent: '00f067aa0ba902b7',
        isError: true,
      },
    ]);
    await sendSpans(server, key, [
      { ...span, name: 'n'.repeat(300), service: 's'.repeat(200), traceId: 'a'.repeat(32), id: 'a'.repeat(16) },
      { ...span, name: '', service: 'storefront', traceId: 'b'.repeat(32), id: 'b'.repeat(16) },
    ]);
    await sendMetrics(server, key, [{ name: 'queue.length', unit: '{jobs}', values: [7, 8] }]);
    await arrived(() => countRows(visitor, server, 'log', ''), 40);
    await arrived(() => countRows(visitor, server, 'trace', ''), 4);
    await arrived(() => countMetrics(visitor, server), 1);
  }

  async function furnish(): Promise<void> {
    const { log: sourceId, trace } = await sourcesOf(visitor, server);
    const config = { sourceId, select: [{ aggFn: 'count' }], groupBy: 'ServiceName' };
    const shapes = ['stacked_bar', 'line', 'table', 'bar', 'pie'];
    const operations = {
      displayType: 'table',
      sourceId: trace,
      select: [{ aggFn: 'count' }, { aggFn: 'quantile', level: 0.95, valueExpression: 'Duration' }],
      groupBy: 'ServiceName, SpanName',
    };
    await ask(visitor, server, 'post', '/dashboards', { name: 'n'.repeat(200), tiles: [] });
    const { id: dashboard } = await ask<{ id: string }>(visitor, server, 'post', '/dashboards', {
      name: 'Shop of everything that can be bought and sold',
      tags: ['shop'],
      tiles: [...shapes.map((displayType) => ({ displayType, ...config })), operations].map((one, at) => ({
        name: at === 0 ? 'Errors by service' : one.displayType,
        x: (at % 3) * 8,
        y: Math.floor(at / 3) * 8,
        w: 8,
        h: 8,
        config: one,
      })),
      filters: [{ type: 'QUERY_EXPRESSION', name: 'Service', expression: 'ServiceName', sourceId }],
    });
    const { id: webhookId } = await ask<{ id: string }>(visitor, server, 'post', '/webhooks', {
      name: 'On call',
      service: 'generic',
      url: 'https://hooks.example.com/a/rather/long/path/that/does/not/fit',
    });
    const { id: savedSearchId } = await ask<{ id: string }>(visitor, server, 'post', '/saved-searches', {
      name: 'Refused payments',
      sourceId,
      where: 'payment refused',
    });
    const { id: alert } = await ask<{ id: string }>(visitor, server, 'post', '/alerts', {
      name: 'Refused payments',
      source: 'search',
      savedSearchId,
      threshold: 5,
      thresholdType: 'above',
      interval: '1m',
      channel: { type: 'webhook', webhookId },
    });
    made.DASHBOARD = `/dashboards/${dashboard}`;
    made.ALERT = `/alerts/${alert}`;
  }

  test.each(pages)('%s', async (path, shown) => {
    const found: string[] = [];
    await page.setViewportSize({ width: widths[0], height: 844 });
    if (path === nowhere.path) await page.goto(server.origin('ui') + path);
    else await lead(page, server.origin('ui'), made[path] ?? path);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      await page.locator('main').getByText(shown).first().waitFor();
      await loaded(page);
      if (process.env.CAIRN_TEST_PICTURES !== undefined)
        await page.screenshot({
          path: `${process.env.CAIRN_TEST_PICTURES}/${width}${path.replaceAll(/\W+/g, '-')}.png`,
        });
      found.push(...(await misfits(page)).map((one) => `${width}: ${one}`));
    }
    expect(found).toEqual([]);
  });
});
