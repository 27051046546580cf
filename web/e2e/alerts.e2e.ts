import { createServer, type Server as Receiver } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { violations } from './axe';
import { pressByKeys, tabTo } from './keys';
import { arrived, ask, countRows, enter, makeKey, sourcesOf } from './member';
import { startServer, type Server } from './server';
import { spot } from './spot';
import { sendLogs, sendSpans } from './telemetry';
import { closeVisits, lead, startBrowser, type Visitor } from './visitor';

/** A window of a minute has to end, and late data gets some time. */
const firesMaxMs = 200_000;

// One installation and one person; the steps build on each other.
describe('from a log record to a message', () => {
  let server: Server;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  let receiver: Receiver;
  let key: string;
  let sender: NodeJS.Timeout;
  const received: string[] = [];

  beforeAll(async () => {
    receiver = createServer((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => {
        body += part.toString();
      });
      request.on('end', () => {
        received.push(body);
        response.end('thank you');
      });
    }).listen(0, '127.0.0.1');
    [server, browser] = await Promise.all([startServer({ CAIRN_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' }), startBrowser()]);
    visitor = await enter(browser, server);
    ({ page } = visitor);
    key = await makeKey(visitor, server);
    const send = () =>
      void sendLogs(server, key, [{ body: 'payment refused', service: 'checkout', severity: 'error' }]).catch(
        () => null,
      );
    await sendLogs(
      server,
      key,
      Array.from({ length: 30 }, (_, at) => ({
        body: 'payment refused',
        service: 'checkout',
        severity: 'error',
        ago: 60 + at * 30,
      })),
    );
    await arrived(async () => Math.min(await countRows(visitor, server, 'log', ''), 1), 1);
    sender = setInterval(send, 2000);
  });

  afterAll(async () => {
    clearInterval(sender);
    receiver?.close();
    await closeVisits();
    await server?.stop();
  });

  const open = (path: string) => lead(page, server.origin('ui'), path);
  /** An end of the range in the address. */
  const instant = (end: 'from' | 'to') => Date.parse(new URL(page.url()).searchParams.get(end) ?? '');
  const field = (name: string) => page.getByRole('combobox', { name }).or(page.getByRole('textbox', { name })).first();
  const button = (name: string) => page.getByRole('button', { name, exact: true }).last();

  test('a team without alerts is told what to do', async () => {
    const { log: sourceId } = await sourcesOf(visitor, server);
    await ask(visitor, server, 'post', '/saved-searches', {
      name: 'Refused payments',
      sourceId,
      where: 'payment refused',
    });
    await ask(visitor, server, 'post', '/webhooks', {
      name: 'On call',
      service: 'generic',
      url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
    });
    await open('/alerts');
    await page.getByText('No alerts yet').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('an alert is made by keys, beside what it would have done', async () => {
    await pressByKeys(page, button('Create alert'));
    await tabTo(page, field('Saved search'));
    await page.keyboard.type('refused');
    await page.locator('[role=option][data-combobox-selected]', { hasText: 'Refused payments' }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => field('Saved search').inputValue()).toBe('Refused payments');
    await tabTo(page, page.getByLabel('Evaluation window'));
    await page.keyboard.type('1 m');
    await page.getByRole('region', { name: 'Back-test' }).locator('[data-figure="notifications"]').waitFor();
    await page.getByRole('img', { name: 'Refused payments' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await pressByKeys(page, field('Webhooks'), 'ArrowDown');
    await page.getByRole('option', { name: 'On call' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await tabTo(page, page.getByLabel('Name', { exact: true }));
    await page.keyboard.type('Payments are refused');
    await tabTo(page, field('Tags'));
    await page.keyboard.type('shop');
    await page.keyboard.press('Enter');
    await pressByKeys(page, button('Create alert'));
    await page.getByRole('heading', { name: 'Payments are refused' }).waitFor();
  });

  test('a higher threshold tells less', async () => {
    await button('Edit and back-test').click();
    const told = page.locator('[data-figure="notifications"]');
    await told.waitFor();
    await page.getByLabel('Threshold', { exact: true }).first().fill('1000000');
    await expect.poll(() => told.innerText()).toBe('0');
    await button('Cancel').click();
  });

  test(
    'it fires, and the message is delivered',
    async () => {
      await expect.poll(() => received.length, { timeout: firesMaxMs, interval: 1000 }).toBeGreaterThan(0);
      expect(received[0]).toContain('Payments are refused');
      await page.reload();
      await page.getByText('Firing').first().waitFor();
    },
    firesMaxMs,
  );

  test('the link of the message leads to the events that it counted', async () => {
    const { data } = JSON.parse(received[0] ?? '') as { data: { value: number; link: string } };
    const address = page.url();
    await page.goto(data.link);
    await page.getByRole('grid', { name: 'Rows' }).getByText('payment refused').first().waitFor();
    await page.getByText(`${data.value} row${data.value === 1 ? '' : 's'}`, { exact: true }).waitFor();
    await page.goto(address);
  });

  test('it says what it watches and leads there, with the range of the page', async () => {
    const watches = page.getByRole('region', { name: 'What it watches' });
    await watches.getByText('Count where payment refused in Logs').waitFor();
    const address = page.url();
    await watches.getByRole('link', { name: 'Open Refused payments' }).click();
    await page.getByRole('grid', { name: 'Rows' }).getByText('payment refused').first().waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('payment refused');
    await page.goBack();
    await watches.getByRole('link', { name: 'Open in Charts' }).click();
    await page.getByRole('img', { name: 'Chart' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Where' }).innerText()).toBe('payment refused');
    await page.goBack();
    await watches.waitFor();
    expect(page.url()).toBe(address);
  });

  test('a part of its chart is looked at by dragging over it', async () => {
    const chart = page.getByRole('img', { name: 'Refused payments' });
    await chart.waitFor();
    const box = await spot(chart);
    await page.mouse.move(box.x + box.width * 0.4, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.9, box.y + box.height / 2, { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => instant('from')).toBeGreaterThan(Date.now() - 3_600_000);
    await chart.waitFor();
    await page.goBack();
  });

  test('a window leads to its own events, and back', async () => {
    const evaluations = page.getByRole('table', { name: 'Evaluations' });
    const row = evaluations.getByRole('row').filter({ hasText: 'Breached' }).first();
    const value = Number(await row.getByRole('cell').nth(3).innerText());
    await row.getByRole('link').click();
    await page.getByText(value === 1 ? '1 row' : `${value} rows`, { exact: true }).waitFor();
    expect(instant('to') - instant('from')).toBe(59_999);
    await page.goBack();
    await evaluations.waitFor();
  });

  test('evaluations, history and deliveries are listed', async () => {
    await page.getByRole('table', { name: 'Evaluations' }).getByText('Breached').first().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('table', { name: 'History' }).getByText('Firing').first().waitFor();
    await page.getByRole('tab', { name: 'Deliveries' }).click();
    await page.getByRole('table', { name: 'Deliveries' }).getByText('Delivered').first().waitFor();
    const before = received.length;
    await page.getByRole('button', { name: 'Redeliver' }).first().click();
    await expect.poll(() => received.length).toBeGreaterThan(before);
  });

  test('the list shows the state and the last windows', async () => {
    await open('/alerts');
    await page.getByRole('row', { name: /Firing Payments are refused/ }).waitFor();
    await page.getByRole('img', { name: /of the last \d+ windows? fired/ }).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('the list is narrowed by name, state and tag, and the address keeps it', async () => {
    await open('/alerts?tag=shop&q=refused');
    await page.getByRole('link', { name: 'Payments are refused' }).waitFor();
    await page.getByRole('textbox', { name: 'Find an alert' }).fill('nothing like it');
    await page.getByText('No alerts match').waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('nothing like it');
    await button('Show all alerts').click();
    await page.getByRole('link', { name: 'Payments are refused' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  test('an alert is tested before it is saved, at a webhook that is made in place', async () => {
    await open('/alerts/new');
    await field('Saved search').click();
    await page.getByRole('option', { name: 'Refused payments' }).click();
    await button('New webhook…').click();
    const making = page.getByRole('dialog', { name: 'Create webhook' });
    await making.getByLabel('Name', { exact: true }).fill('Second line');
    await page.keyboard.press('Escape');
    await button('Keep editing').click();
    expect(await page.getByRole('dialog').count()).toBe(2);
    const { port } = receiver.address() as AddressInfo;
    await making.getByLabel('Address').fill(`http://127.0.0.1:${port}/second`);
    await making.getByRole('button', { name: 'Create webhook' }).click();
    await page.getByRole('dialog', { name: 'Signing secret of Second line' }).getByText('whsec_').waitFor();
    await button('I have copied it').click();
    const message = page.getByLabel('Message', { exact: true });
    await message.fill('Now {{valeu}}');
    await page.getByText('There is no variable “valeu”. Choose one from the list.').waitFor();
    await page.getByText('Without the last change: the template has a mistake.').waitFor();
    // Long enough for a question about it, which the server would refuse.
    expect(await violations(page)).toEqual([]);
    await message.fill('Now ');
    await button('Insert variable into message').click();
    await page.getByRole('menuitem', { name: /^valueText/ }).click();
    await expect.poll(() => message.inputValue()).toBe('Now {{valueText}}');
    const shown = page.getByRole('region', { name: 'Notification' });
    await shown.getByText(/Now \d+/).waitFor();
    expect(await violations(page)).toEqual([]);
    await button('Send test').click();
    await shown
      .getByRole('status')
      .getByText(/^Delivered in \d+ ms$/)
      .waitFor();
    const sent = received.find((body) => body.includes('This is a test of the alert'));
    expect(sent).toMatch(/Test: Alert for .*Refused payments.*Now \d+/s);
    await button('Cancel').click();
    expect(await ask<unknown[]>(visitor, server, 'get', '/alerts')).toHaveLength(1);
  });

  test('an alert that is evaluated late says so', async () => {
    const records = /\/api\/v2\/alerts(?:\?|\/[^/]+$)/;
    // A server that falls behind can't be had on demand; only its answer is changed.
    await page.route(records, async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        body: (await response.text()).replaceAll(/"lagSeconds":[\d.]+/g, '"lagSeconds":7300'),
      });
    });
    await page.reload();
    await page.getByText('Alerts are behind: the only alert has been waiting for 2 h.').waitFor();
    await page.getByRole('row', { name: /Payments are refused.*Late/ }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Payments are refused' }).click();
    await page.getByText('This alert is behind').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.unrouteAll({ behavior: 'wait' });
  });

  test('a silence says why and until when, and can be ended', async () => {
    await page.reload();
    await pressByKeys(page, button('Silence'));
    const dialog = page.getByRole('dialog', { name: 'Silence alert' });
    await dialog.getByLabel('For').press('Escape');
    await page.locator('button:focus', { hasText: 'Silence' }).press('Enter');
    await tabTo(page, dialog.getByLabel('Reason'));
    await page.keyboard.type('The bank is being moved');
    await pressByKeys(page, dialog.getByRole('button', { name: 'Silence' }));
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(/The bank is being moved/).waitFor();
    await pressByKeys(page, button('End silence'));
    await button('Silence').waitFor();
  });

  test('an alert that fires is acknowledged, which says by whom and can be undone', async () => {
    await pressByKeys(page, page.getByRole('button', { name: 'Acknowledge: no notifications for 1 hour' }), 'Space');
    await page.getByText(/^Acknowledged by you: no notifications until /).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Alerts' }).click();
    await page.getByText('Firing, silenced').waitFor();
    expect(await violations(page)).toEqual([]);
    const menu = page.getByRole('button', { name: 'Payments are refused: actions' });
    await pressByKeys(page, menu);
    await pressByKeys(page, page.getByRole('menuitem', { name: 'Undo acknowledgement' }));
    await page.getByText('Firing', { exact: true }).waitFor();
    await menu.click();
    await page.getByRole('menuitem', { name: 'Acknowledge No notifications for 1 hour' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Payments are refused' }).click();
  });

  test('an alert is deleted', async () => {
    await button('Delete').click();
    await button('Delete alert').click();
    await page.getByText('No alerts yet').waitFor();
  });

  test('durations have their unit: in the field, the chart, the suggestions and the rule', async () => {
    await sendSpans(
      server,
      key,
      Array.from({ length: 20 }, (_, at) => ({
        name: 'GET /',
        service: 'shop',
        traceId: `4bf92f3577b34da6a3ce929d0e0e47${10 + at}`,
        id: `00f067aa0ba902${10 + at}`,
        start: -120_000 - at * 3000,
        length: 200 + at * 100,
      })),
    );
    await arrived(() => countRows(visitor, server, 'trace', ''), 20);
    const sources = await sourcesOf(visitor, server);
    const { id, tiles } = await ask<{ id: string; tiles: { id: string }[] }>(visitor, server, 'post', '/dashboards', {
      name: 'Shop',
      tags: [],
      tiles: [
        {
          name: 'Latency',
          x: 0,
          y: 0,
          w: 12,
          h: 8,
          config: {
            displayType: 'line',
            sourceId: sources.trace,
            select: [{ aggFn: 'quantile', level: 0.95, valueExpression: 'Duration' }],
            groupBy: 'ServiceName',
          },
        },
      ],
    });
    await open(`/alerts?new=tile&dashboard=${id}&tile=${tiles[0]?.id}`);
    const threshold = page.getByRole('textbox', { name: 'Threshold' });
    await page.getByRole('region', { name: 'Back-test' }).waitFor();
    expect(await threshold.inputValue()).toBe('');
    expect(await threshold.getAttribute('placeholder')).toBe('200 ms');
    await threshold.fill('200');
    await page.getByText('Add a unit. Type it like 200 ms or 1.5 s.').waitFor();
    await page.getByLabel('Evaluation window').selectOption('1m');
    await threshold.fill('1.5s');
    await page
      .getByRole('region', { name: 'Back-test' })
      .getByRole('button', { name: /^[\d.]+ m?s: [\d.]+ per week$/ })
      .first()
      .waitFor();
    await page
      .getByRole('region', { name: 'Notification' })
      .getByText(/ m?s meets or exceeds 1\.5 s/)
      .first()
      .waitFor();
    await page.getByText(/There are values for the last \d+ min only, of 7 days\./).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('combobox', { name: 'Webhooks' }).click();
    await page.getByRole('option', { name: 'On call' }).click();
    await page.keyboard.press('Escape');
    await page.getByLabel('Name', { exact: true }).fill('Slow');
    await button('Create alert').click();
    await page.getByRole('heading', { name: 'Slow' }).waitFor();
    await page.getByText('is at least 1.5 s within 1 minute').waitFor();
    await page.getByText('p95 of Duration in Traces, by ServiceName').waitFor();
    const [stored] = await ask<{ threshold: number }[]>(visitor, server, 'get', '/alerts');
    expect(stored?.threshold).toBe(1_500_000_000);
    await page.getByRole('link', { name: 'Open Latency on Shop' }).click();
    await page.getByRole('dialog', { name: 'Latency' }).getByRole('img', { name: 'Latency' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Slow' }).waitFor();
  });

  test('nothing went wrong on the way, and nothing left the host', () => {
    expect(visitor.errors).toEqual([]);
    expect(visitor.strays).toEqual([]);
  });
});
