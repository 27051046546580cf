import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { violations } from './axe';
import { account } from './journeys';
import { startProvider, type Known, type Provider } from './provider';
import { startServer, type Server } from './server';
import { closeVisits, startBrowser, visit, type Visitor } from './visitor';

const grace: Known = {
  username: 'grace',
  password: 'nanoseconds are wires',
  name: 'Grace Hopper',
  email: 'grace@example.com',
  groups: ['everybody', 'cairn-admins'],
};

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

function list({ issuer, clientId, clientSecret }: Provider): string {
  const rules = [{ claim: 'groups', value: 'cairn-admins', role: 'admin' }];
  return JSON.stringify({
    providers: [{ id: 'acme', name: 'Acme', issuer, clientId, clientSecret, scopes: ['openid', 'email'], rules }],
  });
}

// A real provider, with its own pages; the steps build on each other.
async function signInAtProvider(at: Page): Promise<void> {
  await at.getByRole('textbox', { name: 'Login' }).fill(grace.username);
  await at.getByRole('textbox', { name: 'Password' }).fill(grace.password);
  await at.getByRole('button', { name: 'OK' }).click();
  await at.getByRole('checkbox', { name: 'E-mail' }).check();
  await at.getByRole('button', { name: 'Grant access' }).click();
  await at.getByRole('button', { name: 'Continue' }).click();
}

describe('signing in with single sign-on alone', () => {
  let folder: string;
  let provider: Provider;
  let server: Server;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cairn-sso-'));
    const file = join(folder, 'sso.yaml');
    provider = await startProvider();
    await writeFile(file, list(provider));
    [server, browser] = await Promise.all([
      startServer({ CAIRN_SSO_CONFIG: file, CAIRN_SSO_ONLY: 'true' }),
      startBrowser(),
    ]);
    await provider.admit(server.origin('ui'));
    await provider.know(grace);
    visitor = await visit(browser, [server.origin('ui'), provider.origin], phone);
    ({ page } = visitor);
    await page.request.post(`${server.origin('ui')}/ui/api/setup`, { data: account });
    await page.context().clearCookies();
  });

  afterAll(async () => {
    await closeVisits();
    await server?.stop();
    await provider?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('the sign-in page has a button for the provider, and asks for no password', async () => {
    await page.goto(`${server.origin('ui')}/account`);
    await page.getByRole('button', { name: 'Sign in with Acme' }).waitFor();
    expect(await page.getByLabel('Password').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
  });

  test('the provider’s own page lets a person in, back to the page that they asked for', async () => {
    await page.getByRole('button', { name: 'Sign in with Acme' }).click();
    await signInAtProvider(page);
    await page.getByRole('heading', { name: 'Account', exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/account');
    const facts = page.getByRole('region', { name: 'Your account' });
    for (const fact of [grace.name, grace.email, 'Acme']) await facts.getByText(fact, { exact: true }).waitFor();
    expect(await facts.getByText('Admin', { exact: true }).count()).toBe(2); // in the organization and in the team
    expect(await page.getByRole('heading', { name: 'Two-factor authentication' }).count()).toBe(0);
  });

  test('signing out ends the session at the provider, too', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('heading', { name: 'You are disconnected' }).waitFor();
    await page.goto(server.origin('ui'));
    await page.getByRole('button', { name: 'Sign in with Acme' }).click();
    await page.getByRole('textbox', { name: 'Login' }).waitFor();
  });

  test('what another browser has begun is refused in words, with a way to start again', async () => {
    await page.context().clearCookies();
    await page.goto(`${server.origin('ui')}/sso/acme?code=stolen&state=another`);
    await page.getByText('this browser has not begun the sign-in', { exact: false }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sign in with Acme' }).click();
    await page.getByRole('textbox', { name: 'Login' }).waitFor();
  });

  test('nothing of ours went wrong on the way, and nothing left the host', () => {
    expect(visitor.errors.filter((error) => !error.includes(provider.origin))).toEqual([]);
    expect(visitor.strays).toEqual([]);
  });
});
