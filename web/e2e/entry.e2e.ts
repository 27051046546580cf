import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { violations } from './axe';
import { account, createAccount, overviewShown, signIn } from './journeys';
import { makeKey } from './member';
import { freePort, startServer, type Server } from './server';
import { sendMetrics } from './telemetry';
import { closeVisits, startBrowser, visit, type Visitor } from './visitor';

describe('with the link that the server printed', () => {
  let server: Server;
  let visitor: Visitor;

  beforeAll(async () => {
    const port = await freePort();
    // A name that is not this machine's own, as others may reach it by.
    const address = `http://cairn.localhost:${port}`;
    server = await startServer({ CAIRN_UI_ADDR: `127.0.0.1:${port}`, CAIRN_PUBLIC_URL: address });
    visitor = await visit(await startBrowser(), [address]);
    await visitor.page.goto(address);
  });

  afterAll(async () => {
    await closeVisits();
    await server?.stop();
  });

  const link = () => /http\S+\/enter\?token=\S+/.exec(server.log())?.[0] ?? '';

  test('strangers find no form', async () => {
    await visitor.page.getByRole('heading', { name: 'Not set up yet' }).waitFor();
    expect(await visitor.page.getByRole('textbox').count()).toBe(0);
    expect(await violations(visitor.page)).toEqual([]);
  });

  test('the link signs in, and the account becomes one’s own', async () => {
    const { page } = visitor;
    await page.goto(link());
    await page.getByRole('heading', { name: 'Send your first data' }).waitFor();
    expect(page.url()).not.toContain('token');
    await page.getByText('Logs: waiting for data…').waitFor();
    const form = page.getByRole('form', { name: 'Your account' });
    await form.getByLabel('Name').fill(account.name);
    await form.getByLabel('E-mail').fill(account.email);
    await form.getByRole('textbox', { name: 'Password' }).fill(account.password);
    expect(await violations(page)).toEqual([]);
    await form.getByRole('button', { name: 'Save account' }).click();
    await page.getByText('The account is yours.').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await signIn(page, account.password);
    await overviewShown(page);
  });

  test('it works once', async () => {
    const { page } = visitor;
    const errors = visitor.errors.length;
    await page.goto(link());
    await page.getByText('This link doesn’t work any more').waitFor();
    expect(await violations(page)).toEqual([]);
    // The browser reports the refusal, too.
    expect(visitor.errors.splice(errors).every((error) => error.includes('404'))).toBe(true);
    expect(visitor.errors).toEqual([]);
    expect(visitor.strays).toEqual([]);
  });
});

// One installation and one person; the steps build on each other.
describe('from the first run to the second sign-in', () => {
  let server: Server;
  let browser: Browser;
  let visitor: Visitor;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(), startBrowser()]);
    visitor = await visit(browser, [server.origin('ui')]);
  });

  afterAll(async () => {
    await closeVisits();
    await server?.stop();
  });

  test('a new installation asks for the first account', async () => {
    await visitor.page.goto(server.origin('ui'));
    await visitor.page.getByRole('heading', { name: 'Create the first account' }).waitFor();
    expect(new URL(visitor.page.url()).pathname).toBe('/setup');
    expect(await violations(visitor.page)).toEqual([]);
  });

  test('a password that breaks a rule can’t be sent', async () => {
    const { page } = visitor;
    await page.getByLabel('Name').fill(account.name);
    await page.getByLabel('E-mail').fill(account.email);
    await page.getByRole('textbox', { name: 'Password' }).fill('short');
    expect(await page.getByRole('button', { name: 'Create account' }).isDisabled()).toBe(true);
    expect(await page.getByRole('list', { name: 'Password rules' }).innerText()).toContain('At least 12 characters');
    expect(await violations(page)).toEqual([]);
  });

  test('creating the account leads to the overview', async () => {
    const { page } = visitor;
    await createAccount(page);
    expect(await page.getByRole('region', { name: 'Status' }).getByText('Ready', { exact: true }).count()).toBe(2);
    expect(await page.getByRole('status', { name: 'Now' }).innerText()).toBe('Nothing is wrong now.');
    await page.getByText('No errors in the logs').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('the page about sending says where to, and links to both reference pages', async () => {
    const { page } = visitor;
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Send data' }).click();
    await page.getByRole('heading', { name: 'Send data' }).waitFor();
    expect(await page.getByRole('table', { name: 'Addresses' }).innerText()).toContain(server.origin('stack'));
    const stack = page.getByRole('link', { name: 'Stack API reference' });
    const cloud = page.getByRole('link', { name: 'Cloud API reference' });
    expect(await stack.getAttribute('href')).toBe(`${server.origin('stack')}/api/v2/docs`);
    expect(await cloud.getAttribute('href')).toBe(`${server.origin('cloud')}/v1/docs`);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Overview' }).click();
    await overviewShown(page);
  });

  test('the choice of colours survives a reload', async () => {
    const { page } = visitor;
    const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme');
    await page.getByRole('button', { name: 'System theme' }).click();
    await page.getByRole('button', { name: 'Light theme.' }).click();
    expect(await scheme()).toBe('dark');
    await page.reload({ waitUntil: 'commit' });
    await page.locator('#root').waitFor({ state: 'attached' });
    expect(await scheme()).toBe('dark');
    await overviewShown(page);
    expect(await violations(page)).toEqual([]);
  });

  test('signing out leads to the sign-in page', async () => {
    const { page } = visitor;
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/sign-in');
    expect(await violations(page)).toEqual([]);
  });

  test('a wrong password is refused with a message and a request id', async () => {
    const { page } = visitor;
    await signIn(page, 'not the right password');
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.innerText()).toMatch(/Sign-in failed[\s\S]*Request id [\da-f-]{36}/);
    expect(await violations(page)).toEqual([]);
  });

  test('the right password leads to the overview', async () => {
    await signIn(visitor.page, account.password);
    await overviewShown(visitor.page);
  });

  test('the set-up page is gone', async () => {
    await visitor.page.goto(`${server.origin('ui')}/setup`);
    await overviewShown(visitor.page);
  });

  test('a session that ends above unsaved changes asks for the password in place, and they are kept', async () => {
    const { page } = visitor;
    await page.goto(`${server.origin('ui')}/dashboards`);
    await page.getByRole('button', { name: 'Create dashboard' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill('Shop');
    await page.getByRole('dialog').getByRole('button', { name: 'Create dashboard' }).click();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Name of the dashboard').fill('Shop at night');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Save' }).click();
    const asked = page.getByRole('dialog', { name: 'You were signed out' });
    await asked.waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await asked.getByLabel('E-mail').inputValue()).toBe(account.email);
    await page.keyboard.press('Escape');
    await page.keyboard.type('not the right password');
    await page.keyboard.press('Enter');
    await asked.getByText('Sign-in failed').waitFor();
    await signIn(page, account.password);
    await asked.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Shop at night' }).waitFor();
  });

  test('somebody else who signs in there starts anew, without those changes', async () => {
    const { page } = visitor;
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Name of the dashboard').fill('Of Ada alone');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog', { name: 'You were signed out' }).waitFor();
    await page.route('**/ui/api/session', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/("user":\{[^}]*"id":")[^"]+/, '$1somebody-else');
      await route.fulfill({ response, body });
    });
    await signIn(page, account.password);
    await overviewShown(page);
    expect(new URL(page.url()).pathname).toBe('/');
    expect(await page.getByText('Of Ada alone').count()).toBe(0);
    await page.unrouteAll({ behavior: 'wait' });
  });

  test('a session that ended meanwhile leads to the sign-in page', async () => {
    const { page } = visitor;
    await page.context().clearCookies();
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  test('an unknown address says so to people who are signed in, and keeps the way to the others', async () => {
    const { page } = visitor;
    await page.goto(`${server.origin('ui')}/no/such/page`);
    await signIn(page, account.password);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Alerts' }).click();
    await page.getByRole('heading', { name: 'Alerts' }).waitFor();
  });

  test('a live tail whose session ends elsewhere leads to the sign-in page', async () => {
    const { page } = visitor;
    await page.goto(`${server.origin('ui')}/search`);
    await page.getByRole('button', { name: 'Live tail' }).click();
    await page.getByText('Live', { exact: true }).waitFor();
    const ended = await page.request.delete(`${server.origin('ui')}/ui/api/session`, {
      headers: { origin: server.origin('ui') },
    });
    expect(ended.ok()).toBe(true);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await signIn(page, account.password);
    await page.getByText('Live', { exact: true }).waitFor();
  });

  test('an invitation whose address lacks its token says so', async () => {
    const { page } = visitor;
    await page.goto(`${server.origin('ui')}/join-team`);
    await page.getByText('This address is not complete.').waitFor();
  });

  test('a sender of metrics alone sees them arrive, and where to look', async () => {
    const { page } = visitor;
    await page.goto(`${server.origin('ui')}/welcome`);
    await page.getByText('Metrics: waiting for data…').waitFor();
    const key = await makeKey(visitor, server);
    await sendMetrics(server, key, [{ name: 'queue.length', unit: '{jobs}', values: [7, 8] }]);
    await page.getByText('Metrics: arriving; the latest is the metric “queue.length”').waitFor();
    expect(await page.getByText('Logs: waiting for data…').count()).toBe(1);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Open in Charts' }).click();
    await page.getByRole('combobox', { name: 'Metric' }).waitFor();
  });

  test('nothing went wrong on the way, and nothing left the host', () => {
    expect(visitor.errors).toEqual([]);
    expect(visitor.strays).toEqual([]);
  });
});
