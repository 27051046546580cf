import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { landmarks, violations } from './axe';
import { arrived, ask, enter, makeKey } from './member';
import { startServer, type Server } from './server';
import { sendMetrics } from './telemetry';
import { closeVisits, startBrowser, type Visitor } from './visitor';
import { misfits } from './widths';

const file = resolve(import.meta.dirname, '../../internal/grafana/testdata/node.json');

// One installation; the steps build on each other, on the screen of a phone.
describe('importing from Grafana', () => {
  let server: Server;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(), startBrowser()]);
    visitor = await enter(browser, server);
    ({ page } = visitor);
    await page.setViewportSize({ width: 390, height: 844 });
    const attributes = { mode: 'idle' };
    const key = await makeKey(visitor, server);
    await sendMetrics(server, key, [
      { name: 'node_uname_info', unit: '', values: [1, 1], attributes },
      { name: 'node_procs_running', unit: '', values: [2, 3], attributes },
    ]);
    const jobs = () => ask<string[]>(visitor, server, 'post', '/search/label-values', { label: 'job' });
    await arrived(async () => (await jobs()).length, 1);
  });

  afterAll(async () => {
    await closeVisits();
    await server?.stop();
  });

  async function fits(also: string[] = []): Promise<void> {
    expect(await misfits(page)).toEqual([]);
    expect(await violations(page, also)).toEqual([]);
  }

  async function choose(): Promise<void> {
    await page.goto(`${server.origin('ui')}/dashboards`);
    await page.getByRole('button', { name: 'Import' }).waitFor();
    await page.locator('input[type=file]').setInputFiles(file);
  }

  test('a file says what is not carried over, and opens as a dashboard', async () => {
    await choose();
    const dialog = page.getByRole('dialog', { name: 'Import “Machines” from Grafana' });
    await dialog.getByText('Transformations are not imported').waitFor();
    await dialog.getByText('A panel of type "gauge" is shown as a number.').waitFor();
    await fits(landmarks);
    expect(await ask<unknown[]>(visitor, server, 'get', '/dashboards')).toEqual([]);
    await dialog.getByRole('button', { name: 'Import dashboard' }).click();
    await page.getByRole('heading', { name: 'Machines', exact: true }).waitFor();
    await page.getByText('CPU busy').waitFor();
    await fits();
  });

  test('a filter offers what the label has', async () => {
    await page
      .getByRole('combobox', { name: 'Job' })
      .or(page.getByRole('textbox', { name: 'Job' }))
      .first()
      .click();
    await page.getByRole('option', { name: 'shop' }).click();
    await expect.poll(() => decodeURIComponent(page.url())).toContain('shop');
  });

  test('the same file updates the dashboard', async () => {
    await choose();
    const dialog = page.getByRole('dialog', { name: 'Import “Machines” from Grafana' });
    await dialog.getByRole('checkbox', { name: 'Update dashboard “Machines”' }).waitFor();
    await dialog.getByRole('button', { name: 'Update dashboard' }).click();
    await page.getByRole('heading', { name: 'Machines', exact: true }).waitFor();
    expect(await ask<unknown[]>(visitor, server, 'get', '/dashboards')).toHaveLength(1);
  });

  test('no menu lies before the dialog that it opened', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto(`${server.origin('ui')}/dashboards`);
    const left = page.evaluate(
      () =>
        new Promise<number>((done) => {
          new MutationObserver(() => {
            if (document.querySelector('[role=dialog]') === null) return;
            requestAnimationFrame(() =>
              requestAnimationFrame(() => done(document.querySelectorAll('[role=menuitem]').length)),
            );
          }).observe(document.body, { childList: true, subtree: true });
        }),
    );
    await page.getByRole('button', { name: 'Import' }).click();
    await page.getByRole('menuitem', { name: 'Paste JSON' }).click();
    expect(await left).toBe(0);
    await page.emulateMedia({ reducedMotion: 'reduce' });
  });

  test('pasted text is taken, too, and what is no dashboard is refused', async () => {
    await page.goto(`${server.origin('ui')}/dashboards`);
    await page.getByRole('button', { name: 'Import' }).click();
    await page.getByRole('menuitem', { name: 'Paste JSON' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import dashboard' });
    const text = dialog.getByRole('textbox', { name: 'JSON of a dashboard' });
    await text.fill('{"a": 1}');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByText('is not a dashboard of Grafana').waitFor();
    expect(visitor.errors.splice(0)).toEqual([expect.stringContaining('400')]);
    const other: object = JSON.parse(await readFile(file, 'utf8'));
    await text.fill(JSON.stringify({ ...other, uid: 'machines-2' }));
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Import dashboard' }).click();
    await page.getByRole('heading', { name: 'Machines', exact: true }).waitFor();
    expect(await ask<unknown[]>(visitor, server, 'get', '/dashboards')).toHaveLength(2);
    expect(visitor.errors).toEqual([]);
  });
});
