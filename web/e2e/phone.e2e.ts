import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { violations } from './axe';
import { account, signIn } from './journeys';
import { arrived, ask, countRows, enter, makeKey, sourcesOf } from './member';
import { startServer, type Server } from './server';
import { sendLogs, sendSpans } from './telemetry';
import { closeVisits, lead, startBrowser, visit, type Visitor } from './visitor';
import { misfits } from './widths';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Says whether the cell around something has no room for it. */
function isCut({ parentElement: cell }: Element): boolean {
  return cell !== null && cell.scrollWidth > cell.clientWidth;
}

// One installation and one person on call; the steps build on each other.
describe('taking an alert on a phone', () => {
  let server: Server;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  let alert = '';

  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(), startBrowser()]);
    const colleague = await enter(browser, server);
    await fill(colleague);
    alert = await watch(colleague);
    await colleague.page.context().close();
    visitor = await visit(browser, [server.origin('ui')], phone);
    ({ page } = visitor);
  });

  afterAll(async () => {
    await closeVisits();
    await server?.stop();
  });

  async function fill(colleague: Visitor): Promise<void> {
    const key = await makeKey(colleague, server);
    const spanId = '00f067aa0ba902b8';
    await sendLogs(server, key, [
      { body: 'payment refused', service: 'checkout', severity: 'error', traceId, spanId },
      ...Array.from({ length: 20 }, (_, at) => ({ body: `GET /products ${at}`, service: 'storefront', ago: 5 + at })),
    ]);
    const span = { traceId, start: 0, length: 90 };
    await sendSpans(server, key, [
      { ...span, name: 'POST /checkout', service: 'storefront', id: '00f067aa0ba902b7' },
      { ...span, name: 'POST /pay', service: 'checkout', id: spanId, parent: '00f067aa0ba902b7', isError: true },
    ]);
    await arrived(() => countRows(colleague, server, 'log', ''), 21);
    await arrived(() => countRows(colleague, server, 'trace', ''), 2);
  }

  async function watch(colleague: Visitor): Promise<string> {
    const sources = await sourcesOf(colleague, server);
    const { id: webhookId } = await ask<{ id: string }>(colleague, server, 'post', '/webhooks', {
      name: 'On call',
      service: 'generic',
      url: 'https://hooks.example.com/',
    });
    const { id: savedSearchId } = await ask<{ id: string }>(colleague, server, 'post', '/saved-searches', {
      name: 'Refused payments',
      sourceId: sources.log,
      where: 'payment refused',
    });
    const made = await ask<{ id: string }>(colleague, server, 'post', '/alerts', {
      name: 'Payments are refused',
      source: 'search',
      savedSearchId,
      threshold: 1,
      thresholdType: 'above',
      interval: '1m',
      channel: { type: 'webhook', webhookId },
    });
    return `/alerts/${made.id}`;
  }

  async function fits(): Promise<void> {
    expect(await misfits(page)).toEqual([]);
    expect(await violations(page)).toEqual([]);
  }

  test('the link of a notification leads through the sign-in to the alert', async () => {
    await page.goto(server.origin('ui') + alert);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await fits();
    await signIn(page, account.password);
    await page.getByRole('heading', { name: 'Payments are refused' }).waitFor();
    await page.locator('main').getByRole('img').first().waitFor();
    await fits();
  });

  test('the alert leads to its rows, a row to its trace, and Back to each of them again', async () => {
    await page.getByRole('link', { name: 'Open Refused payments' }).tap();
    const rows = page.getByRole('grid', { name: 'Rows' });
    await rows.getByText('payment refused').waitFor();
    expect(await rows.locator('time').first().evaluate(isCut), 'times are whole').toBe(false);
    await rows.getByText('payment refused').tap();
    const panel = page.getByRole('complementary', { name: 'Row' });
    await panel.getByRole('tab', { name: 'Trace' }).tap();
    await panel.getByRole('link', { name: /^Open trace/ }).tap();
    await page.getByRole('heading', { name: traceId }).waitFor();
    await fits();
    await page.goBack();
    await panel.getByRole('link', { name: /^Open trace/ }).waitFor();
    await page.goBack();
    await panel.waitFor({ state: 'detached' });
    await rows.getByText('payment refused').waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Payments are refused' }).waitFor();
  });

  test('the time range is chosen on the narrow screen', async () => {
    await page.getByRole('button', { name: /^Time range/ }).tap();
    const choices = page.getByRole('dialog', { name: 'Time range' });
    await choices.getByRole('button', { name: 'Zoom out' }).tap();
    await choices.getByText(/^2 h up to now/).waitFor();
    await choices.getByRole('textbox', { name: 'Time range' }).fill('today');
    await fits();
    await choices.getByRole('button', { name: 'Apply' }).tap();
    await choices.waitFor({ state: 'hidden' });
  });

  test('the alert is acknowledged, and that is undone', async () => {
    // It fires at times of its own.
    await page.route(/\/api\/v2\/alerts\/\w+$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        body: (await response.text()).replace('"state":"inactive"', '"state":"firing"'),
      });
    });
    await page.reload();
    await page.getByRole('button', { name: /^Acknowledge/ }).tap();
    await page.getByText(/^Acknowledged by you: no notifications until /).waitFor();
    await fits();
    await page.getByRole('button', { name: 'Undo acknowledgement' }).tap();
    await page.getByRole('button', { name: 'Silence', exact: true }).waitFor();
    await page.unrouteAll({ behavior: 'wait' });
  });

  test('the alert is silenced', async () => {
    await page.getByRole('button', { name: 'Silence', exact: true }).tap();
    const dialog = page.getByRole('dialog', { name: 'Silence alert' });
    await dialog.getByLabel('Reason').fill('Looking into it');
    await fits();
    await dialog.getByRole('button', { name: 'Silence' }).tap();
    await dialog.waitFor({ state: 'hidden' }); // it has the words, too
    await page.getByText(/Looking into it/).waitFor();
    await fits();
  });

  test('the editor of the alert scrolls as a whole', async () => {
    await page.getByRole('button', { name: 'Edit and back-test' }).tap();
    const editor = page.getByRole('dialog', { name: 'Edit alert' });
    await editor.getByLabel('Saved search', { exact: true }).waitFor();
    const scrolled = await editor.evaluate(
      (dialog) =>
        [...dialog.querySelectorAll('*')].filter(
          (one) =>
            one.querySelector('input, select, textarea') !== null &&
            one.scrollHeight > one.clientHeight + 1 &&
            /auto|scroll/.test(getComputedStyle(one).overflowY),
        ).length,
    );
    expect(scrolled).toBe(0);
    await editor.getByRole('button', { name: 'Cancel' }).tap();
    await editor.waitFor({ state: 'detached' });
  });

  test.for([
    ['/search', 'grid', 'Rows'],
    ['/traces', 'table', 'Traces'],
    ['/services', 'table', 'Services'],
    ['/alerts', 'table', 'Alerts'],
  ] as const)('what matters of %s is seen without scrolling sideways', async ([path, role, name]) => {
    await lead(page, server.origin('ui'), path);
    const table = page.getByRole(role, { name });
    await table
      .getByText(/checkout|Payments are refused/)
      .first()
      .waitFor();
    // The alert fires at times of its own; its widest state has to fit.
    await page.evaluate(() => {
      for (const mark of document.querySelectorAll<HTMLElement>('[data-silenced]')) {
        mark.dataset.state = 'firing';
        mark.textContent = 'Firing, silenced';
      }
    });
    const right = await table.evaluate(
      (one) => Math.max(one.scrollWidth, one.clientWidth) + one.getBoundingClientRect().left,
    );
    expect(right).toBeLessThanOrEqual(phone.viewport.width);
    await fits();
  });

  test('the overview says what is wrong, and leads to the row', async () => {
    await page.getByRole('link', { name: 'Overview', exact: true }).tap();
    await page.getByRole('status', { name: 'Now' }).getByText('1 service is in trouble').waitFor();
    await page.getByRole('table', { name: 'Services now and a week ago' }).getByText('100 %').waitFor();
    await fits();
    await page.getByRole('region', { name: 'Errors in logs' }).getByText('payment refused').tap();
    await page.getByText('1 row', { exact: true }).waitFor();
    await fits();
    const message = page.getByRole('grid', { name: 'Rows' }).getByText('payment refused');
    const seen = await message.boundingBox();
    expect(seen && seen.x + seen.width).toBeLessThanOrEqual(phone.viewport.width);
    await message.tap();
    const panel = page.getByRole('complementary', { name: 'Row' });
    await panel.getByText('payment refused').first().waitFor();
    await fits();
  });

  test('the row leads to its trace, and the trace to the span that failed', async () => {
    const panel = page.getByRole('complementary', { name: 'Row' });
    await panel.getByRole('tab', { name: 'Trace' }).tap();
    await panel.getByRole('treeitem').filter({ hasText: 'POST /pay' }).waitFor();
    await fits();
    await lead(page, server.origin('ui'), `/traces/${traceId}`);
    await page.getByRole('treeitem').filter({ hasText: 'POST /pay' }).tap();
    await page.getByRole('complementary', { name: 'Span' }).getByText('card declined').first().waitFor();
    await fits();
  });

  test('refusals stand out in the audit log', async () => {
    await page.route(/\/api\/v2\/audit(?:\?|$)/, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: object[] };
      const refused = body.data
        .slice(0, 2)
        .map((record) => ({ ...record, outcome: 'refused', count: 3, reason: 'no' }));
      await route.fulfill({ response: answer, json: { ...body, data: refused } });
    });
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(`${server.origin('ui')}/team/audit`);
      await page.getByText('Refused 3 times').first().waitFor();
      await fits();
    }
  });

  test('nothing went wrong on the way, and nothing left the host', () => {
    expect(visitor.errors).toEqual([]);
    expect(visitor.strays).toEqual([]);
  });
});
