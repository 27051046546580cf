import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';

import { createAccount, overviewShown } from './journeys';
import { startServer, type Role, type Server } from './server';
import { startBrowser, visit } from './visitor';

const viewport = { width: 1440, height: 900 };
const folder = resolve(import.meta.dirname, '../../docs/images');
const defaultPorts = { stack: 8000, ui: 8080, cloud: 8100, otlp_grpc: 4317, otlp_http: 4318 };
const schemes = ['light', 'dark'] as const;

let server: Server;
let browser: Browser;

beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  [server, browser] = await Promise.all([startServer(), startBrowser()]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Shows the ports of the documentation, so that pictures differ only when pages do. */
async function showDefaultPorts(page: Page): Promise<void> {
  await page.route('**/ui/api/overview', async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    const body = Object.entries(defaultPorts).reduce(
      (shown, [role, port]) => shown.replaceAll(new URL(server.origin(role as Role)).host, `127.0.0.1:${port}`),
      text,
    );
    await route.fulfill({ response, body });
  });
}

/** Takes the page as it is, in both colour schemes. */
async function shoot(page: Page, name: string): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png`, animations: 'disabled', caret: 'hide' });
  }
}

test('every page, light and dark', async () => {
  const { page } = await visit(browser, [server.origin('ui')], { viewport });
  await showDefaultPorts(page);
  await page.goto(server.origin('ui'));
  await page.getByRole('heading', { name: 'Create the first account' }).waitFor();
  await shoot(page, 'setup');

  await createAccount(page);
  await overviewShown(page);
  await shoot(page, 'overview');

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await shoot(page, 'sign-in');
});
