import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { violations } from './axe';
import { pressByKeys } from './keys';
import { enter } from './member';
import { startServer, type Server } from './server';
import { settled } from './settled';
import { closeVisits, lead, startBrowser, visit, type Visitor } from './visitor';

const guest = { name: 'Grace Hill', email: 'grace@example.org', password: 'many small stones, one path' };

// One installation and one person; the steps build on each other.
describe('managing the organization', () => {
  let server: Server;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;

  let storage: string;

  beforeAll(async () => {
    storage = await mkdtemp(join(tmpdir(), 'cairn-e2e-backups-'));
    [server, browser] = await Promise.all([startServer({ CAIRN_BACKUP_DIR: storage }), startBrowser()]);
    visitor = await enter(browser, server);
    ({ page } = visitor);
  });

  afterAll(async () => {
    await closeVisits();
    await server?.stop();
    await rm(storage, { recursive: true, force: true });
  });

  const open = (path: string) => lead(page, server.origin('ui'), `/cloud${path}`);
  const table = (name: string) => page.getByRole('table', { name });
  let organization = '';

  test('the overview shows what there is', async () => {
    await open('');
    await page.getByText('1 running').waitFor();
    const answer = await page.request.get(`${server.origin('ui')}/v1/organizations`);
    organization = ((await answer.json()) as { result: { id: string }[] }).result[0]?.id ?? '';
    expect(await page.getByText(organization).count()).toBe(1);
  });

  test('a new service shows its password once, and starts', async () => {
    await open('/services');
    await page.getByRole('button', { name: 'Create service' }).click();
    await page.getByLabel('Name').fill('Telemetry EU');
    await page.getByLabel('Region').selectOption('eu-central-1');
    await page.getByRole('button', { name: 'Create service' }).last().click();
    expect((await page.locator('[data-secret="Password"]').innerText()).length).toBeGreaterThan(10);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await table('Services')
      .getByRole('row', { name: /Telemetry EU.*Running/ })
      .waitFor();
  });

  test('a service is stopped and started again', async () => {
    await table('Services').getByRole('link', { name: 'Telemetry EU' }).click();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Stopped').waitFor();
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByText('Running').waitFor();
  });

  test('backups are scheduled, and one is made now', async () => {
    await page.getByText('Made every day and kept for 1 day.').waitFor();
    await page.getByRole('button', { name: 'Change schedule' }).click();
    await page.getByLabel('Start time').fill('03:30');
    await page.getByLabel('Keep each for').selectOption('7 days');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Made every day at 03:30 UTC and kept for 7 days.').waitFor();
    await page.getByRole('button', { name: 'Back up now' }).click();
    await table('Backups')
      .getByRole('row', { name: /Telemetry EU.*(In progress|Done)/ })
      .waitFor();
  });

  test('the stack of a service opens at an address that names its team, and keys lead to another', async () => {
    await page.getByRole('link', { name: 'Open stack' }).click();
    const telemetry = page.getByRole('button', { name: /Telemetry EU ?Switch team/ });
    await telemetry.waitFor();
    const address = page.url();
    const team = new URL(address).searchParams.get('team');
    await page.getByRole('navigation').getByRole('link', { name: 'Alerts' }).click();
    await page.getByText('No alerts yet').waitFor();
    expect(new URL(page.url()).searchParams.get('team'), 'every way stays in the team').toBe(team);
    expect(await violations(page)).toEqual([]);
    await pressByKeys(page, telemetry);
    await page.locator('[role="menuitem"]:focus', { hasText: 'Default' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /Default ?Switch team/ }).waitFor();
    const home = page.url();
    expect(new URL(home).pathname).toBe('/alerts');
    await page.goto(address);
    await telemetry.waitFor();
    await page.goto(`${server.origin('ui')}/alerts`);
    await telemetry.waitFor();
    expect(new URL(page.url()).searchParams.get('team'), 'the last choice is remembered').toBe(team);
    await page.goto(address.replace(team ?? '', '65a000000000000000000001'));
    await page.getByRole('heading', { name: 'This link belongs to another team' }).waitFor();
    await page.goto(home);
    await page.getByText('No alerts yet').waitFor();
    await open('/services');
    await table('Services').getByRole('link', { name: 'Telemetry EU' }).click();
  });

  test('a team is made, renamed and deleted, and its keys end with it', async () => {
    const callWith = async (key: string) =>
      (await fetch(`${server.origin('stack')}/api/v2`, { headers: { Authorization: `Bearer ${key}` } })).status;
    const place = page.url();
    await page.getByRole('button', { name: /Switch team/ }).click();
    await page.getByRole('menuitem', { name: 'New team…' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Shop');
    await page.getByRole('button', { name: 'Create team' }).click();
    await page.getByRole('button', { name: /Shop ?Switch team/ }).waitFor();
    await page.getByRole('link', { name: 'Team settings' }).click();
    await page.getByRole('link', { name: 'General' }).click();
    await page.getByLabel('Team name').fill('Store');
    await page.getByRole('button', { name: 'Rename team' }).click();
    await page.getByRole('button', { name: /Store ?Switch team/ }).waitFor();
    const made = await page.request.post(`${server.origin('ui')}/api/v2/access-keys`, {
      data: { name: 'k' },
      headers: { 'x-hdx-team': new URL(page.url()).searchParams.get('team') ?? '' },
    });
    const { key } = ((await made.json()) as { data: { key: string } }).data;
    expect(await callWith(key)).toBe(200);
    await page.getByRole('button', { name: 'Delete team' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Store' });
    await dialog.getByLabel('Type Store to confirm').fill('Stor');
    expect(await dialog.getByRole('button', { name: 'Delete team' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Type Store to confirm').fill('Store');
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Delete team' }).click();
    await page.getByRole('button', { name: /Default ?Switch team/ }).waitFor();
    expect(await callWith(key)).toBe(401);
    await page.goto(place);
  });

  test('a private endpoint is attached', async () => {
    await page.getByRole('button', { name: 'Create private endpoint' }).click();
    await page.getByLabel('Endpoint id').fill('vpce-0123456789abcdef0');
    await page.getByLabel('Description').fill('Office');
    await page.getByRole('button', { name: 'Create private endpoint' }).last().click();
    await table('Private endpoints')
      .getByRole('row', { name: /vpce-0123456789abcdef0 Office/ })
      .waitFor();
  });

  test('a list that locks out its author is asked about', async () => {
    await page.getByRole('button', { name: 'Edit access list' }).click();
    await page.getByLabel('Allowed from').fill('203.0.113.0/24 Office');
    await page.getByRole('button', { name: 'Save list' }).click();
    await page.getByText('Your address 127.0.0.1 is not in the list').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByLabel('Allowed from').inputValue()).toBe('203.0.113.0/24 Office');
    await page.getByRole('button', { name: 'Save list' }).click();
    await page.getByRole('button', { name: 'Save and lock me out' }).click();
    await table('IP access list').getByRole('row', { name: '203.0.113.0/24 Office' }).waitFor();
  });

  test('a reverse private endpoint goes through its states', async () => {
    await page.getByRole('button', { name: 'Create reverse endpoint' }).click();
    await page.getByLabel('Description').fill('Orders database');
    await page.getByLabel('Endpoint service name').fill('com.amazonaws.vpce.eu-central-1.vpce-svc-0123456789abcdef0');
    await page.getByRole('button', { name: 'Create reverse endpoint' }).last().click();
    await table('Reverse private endpoints').getByText('Orders database').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('a key works with its id and secret, and not after it is deleted', async () => {
    await open('/keys');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('Name').fill('terraform');
    await page.getByRole('button', { name: 'Create key' }).last().click();
    const id = await page.locator('[data-secret="Key id"]').innerText();
    const secret = await page.locator('[data-secret="Key secret"]').innerText();
    await page.getByRole('button', { name: 'I have copied it' }).click();
    const call = async () =>
      (
        await fetch(`${server.origin('cloud')}/v1/organizations/${organization}/services`, {
          headers: { Authorization: `Basic ${btoa(`${id}:${secret}`)}` },
        })
      ).status;
    expect(await call()).toBe(200);
    await page.getByRole('button', { name: 'Delete key terraform' }).click();
    await page.getByRole('button', { name: 'Delete key' }).last().click();
    await page.getByRole('button', { name: 'Delete key terraform' }).waitFor({ state: 'detached' });
    expect(await call()).toBe(401);
  });

  test('somebody who is invited joins the organization on a page of their own', async () => {
    await open('/members');
    await page.getByRole('button', { name: 'Invite member' }).click();
    await page.getByLabel('E-mail').fill(guest.email);
    await page.getByRole('button', { name: 'Create invitation' }).click();
    const link = await page.locator('[data-secret="Invitation link"]').innerText();
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await table('Invitations')
      .getByRole('row', { name: /grace@example\.org Developer/ })
      .waitFor();
    const joiner = await visit(browser, [server.origin('ui')]);
    await joiner.page.goto(link);
    await joiner.page.getByLabel('Name').fill(guest.name);
    await joiner.page.getByRole('textbox', { name: 'Password' }).fill(guest.password);
    expect(await violations(joiner.page)).toEqual([]);
    await joiner.page.getByRole('button', { name: 'Join the organization' }).click();
    await joiner.page.getByText(organization).waitFor();
    expect(joiner.errors).toEqual([]);
    await joiner.page.context().close();
  });

  test('a member gets another role, and can be removed', async () => {
    await page.reload();
    await page.getByRole('button', { name: `Change role of ${guest.email}` }).click();
    await page.getByRole('radio', { name: 'Billing' }).check();
    await page.getByRole('button', { name: 'Save role' }).click();
    await table('Members')
      .getByRole('row', { name: /Grace Hill.*Billing/ })
      .waitFor();
    await page.getByRole('link', { name: 'Roles' }).click();
    await page.getByRole('button', { name: 'Create role' }).click();
    await page.getByLabel('Name').fill('On call');
    await page.getByRole('checkbox', { name: 'View services' }).check();
    await page.getByRole('button', { name: 'Create role' }).last().click();
    await table('Roles').getByRole('row', { name: 'On call 1 0 0' }).waitFor();
    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByRole('button', { name: `Change role of ${guest.email}` }).click();
    await page.getByRole('checkbox', { name: 'On call' }).check();
    await page.getByRole('button', { name: 'Save role' }).click();
    await table('Members')
      .getByRole('row', { name: /Grace Hill.*Billing, On call/ })
      .waitFor();
    await page.getByRole('button', { name: `Remove ${guest.email}` }).click();
    await page.getByRole('button', { name: 'Remove member' }).click();
    await table('Members').getByText(guest.name).waitFor({ state: 'detached' });
  });

  test('somebody with an account joins again with its password, and is signed in', async () => {
    const answer = await page.request.post(`${server.origin('ui')}/v1/organizations/${organization}/invitations`, {
      data: { email: guest.email, role: 'billing' },
    });
    const { result } = (await answer.json()) as { result: { url: string } };
    const joiner = await visit(browser, [server.origin('ui')]);
    await joiner.page.goto(result.url);
    await joiner.page.getByRole('textbox', { name: 'Password' }).fill('not the password of Grace');
    await joiner.page.getByRole('button', { name: 'Join the organization' }).click();
    await joiner.page.getByText('Joining failed').waitFor();
    await joiner.page.getByRole('textbox', { name: 'Password' }).fill(guest.password);
    await joiner.page.getByRole('button', { name: 'Join the organization' }).click();
    await joiner.page.getByRole('button', { name: 'Join the organization' }).waitFor({ state: 'detached' });
    await joiner.page.context().close();
  });

  test('the backup becomes a new service', async () => {
    await open('/services');
    await table('Services').getByRole('link', { name: 'Telemetry EU' }).click();
    const made = table('Backups').getByRole('row', { name: /Telemetry EU.*Done/ });
    await made.waitFor();
    expect(await violations(page)).toEqual([]);
    await made.getByRole('button', { name: 'Restore' }).click();
    await page.getByLabel('Name of the new service').fill('Second Telemetry');
    await page.getByRole('button', { name: 'Restore', exact: true }).last().click();
    expect((await page.locator('[data-secret="Password"]').innerText()).length).toBeGreaterThan(10);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await open('/services');
    await table('Services')
      .getByRole('row', { name: /Second Telemetry.*Running/ })
      .waitFor();
  });

  test('the usage cost of the services is seen', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const report = `${server.origin('ui')}/v1/organizations/${organization}/usageCost?from_date=${today}&to_date=${today}`;
    // The meter looks at running services once a minute.
    await expect
      .poll(async () => (await page.request.get(report)).text(), { timeout: 90_000, interval: 2000 })
      .toContain('Telemetry EU');
    await open('/usage');
    await table('Cost by entity').getByText('Telemetry EU', { exact: true }).waitFor();
    await page.getByRole('img', { name: 'Usage cost per day' }).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^usage-cost-.*\.csv$/);
  });

  test('the audit log says who did what', async () => {
    await open('/activity');
    await table('Activity')
      .getByRole('row', { name: /Created a service ada@example\.org/ })
      .first()
      .waitFor();
    await table('Activity').getByRole('button', { name: 'Details' }).first().click();
  });

  test.each(['', '/services', '/keys', '/members', '/roles', '/endpoints', '/usage', '/activity'])(
    '/cloud%s: everybody can use the page',
    async (path) => {
      await open(path);
      await settled(page);
      expect(await violations(page)).toEqual([]);
    },
  );

  test('nothing went wrong on the way, and nothing left the host', () => {
    // Chromium reports refusals as errors: the list that locks out its author.
    const unexpected = visitor.errors.filter((text) => !/400 \(Bad Request\).*\?force=false$/.test(text));
    expect(unexpected).toEqual([]);
    expect(visitor.strays).toEqual([]);
  });
});
