import { createServer, type Server as Receiver } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { codeOf } from './authenticator';
import { violations } from './axe';
import { arrived, countRows, enter, enterInvited, makeKey } from './member';
import { startServer, type Server } from './server';
import { sendLogs } from './telemetry';
import { closeVisits, lead, startBrowser, visit, type Visitor } from './visitor';
import { drawnTwice, misfits } from './widths';

const changed = 'another long password';
const cara = 'cara@example.org';
const guest = { name: 'Grace Hill', email: 'grace@example.org', password: 'many small stones, one path' };

// One installation and one person; the steps build on each other.
describe('arranging the team', () => {
  let server: Server;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  let receiver: Receiver;
  const received: string[] = [];
  /** The receiver wants no more. */
  let isGone = false;

  beforeAll(async () => {
    receiver = createServer((request, response) => {
      if (!isGone) received.push(request.url ?? '');
      response.writeHead(isGone ? 410 : 200).end('ok');
    }).listen(0, '127.0.0.1');
    [server, browser] = await Promise.all([startServer({ CAIRN_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' }), startBrowser()]);
    visitor = await enter(browser, server);
    ({ page } = visitor);
  });

  afterAll(async () => {
    receiver?.close();
    await closeVisits();
    await server?.stop();
  });

  const open = (section: string) => lead(page, server.origin('ui'), `/team/${section}`);
  const callWith = async (key: string) =>
    (await fetch(`${server.origin('stack')}/api/v2`, { headers: { Authorization: `Bearer ${key}` } })).status;
  const signIn = async (at: Page, email: string, password: string) => {
    await at.goto(`${server.origin('ui')}/sign-in`);
    await at.getByLabel('E-mail').fill(email);
    await at.getByRole('textbox', { name: 'Password' }).fill(password);
    await at.getByRole('button', { name: 'Sign in' }).click();
  };
  let accessKey = '';

  test('a key that is made here works at once', async () => {
    await open('keys');
    await page.getByRole('button', { name: 'Create access key' }).click();
    await page.getByLabel('Name').fill('pipeline');
    await page.getByRole('button', { name: 'Create key' }).click();
    accessKey = await page.locator('[data-secret="Access key"]').innerText();
    expect(await callWith(accessKey)).toBe(200);
    await page.getByRole('button', { name: 'I have copied it' }).click();
  });

  test('a key is shown only once', async () => {
    await page.reload();
    await page.getByRole('table', { name: 'Personal access keys' }).getByText('pipeline').waitFor();
    expect(await page.content()).not.toContain(accessKey);
  });

  test('a key that is revoked works no more', async () => {
    await page.getByRole('button', { name: 'Revoke access key pipeline' }).click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByRole('button', { name: 'Revoke access key pipeline' }).waitFor({ state: 'detached' });
    expect(await callWith(accessKey)).toBe(401);
  });

  test('an ingestion key sends and does not read', async () => {
    await page.getByRole('button', { name: 'Create ingestion key' }).click();
    await page.getByLabel('Name').fill('collector');
    await page.getByRole('button', { name: 'Create key' }).click();
    const key = await page.locator('[data-secret="Ingestion key"]').innerText();
    expect(await callWith(key)).toBe(401);
    const sent = await fetch(`${server.origin('otlp_http')}/v1/logs`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: key },
      body: '{"resourceLogs":[]}',
    });
    expect(sent.status).toBe(200);
    await page.getByRole('button', { name: 'I have copied it' }).click();
  });

  test('somebody who is invited joins on a page of their own', async () => {
    await open('members');
    await page.getByRole('button', { name: 'Invite member' }).click();
    await page.getByLabel('E-mail').fill(guest.email);
    await page.getByRole('button', { name: 'Create invitation' }).click();
    const link = await page.locator('[data-secret="Invitation link"]').innerText();
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('table', { name: 'Invitations' }).getByText(guest.email).waitFor();
    const joiner = await visit(browser, [server.origin('ui')]);
    await joiner.page.goto(link);
    await joiner.page.getByLabel('Name').fill(guest.name);
    await joiner.page.getByRole('textbox', { name: 'Password' }).fill(guest.password);
    expect(await violations(joiner.page)).toEqual([]);
    await joiner.page.getByRole('button', { name: 'Join the team' }).click();
    await joiner.page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(joiner.errors).toEqual([]);
    // The link in their mail is opened again.
    await joiner.page.goto(link);
    await joiner.page.getByText(`You are signed in as ${guest.name}`).waitFor();
    expect(await violations(joiner.page)).toEqual([]);
    await joiner.page.getByRole('button', { name: 'Use the invitation' }).click();
    // It says so before anything is filled in.
    await joiner.page.getByText('This invitation can’t be used').waitFor();
    expect(await joiner.page.getByText('You were invited').count()).toBe(0);
    await joiner.page.getByRole('link', { name: 'Sign in instead' }).click();
    await joiner.page.getByRole('heading', { name: 'Overview' }).waitFor();
    await joiner.page.context().close();
    await page.reload();
    await page.getByRole('table', { name: 'Members' }).getByText(guest.name).waitFor();
  });

  test('a member can be removed', async () => {
    await page.getByRole('button', { name: `Remove ${guest.email}` }).click();
    await page.getByRole('button', { name: 'Remove member' }).click();
    await page.getByRole('table', { name: 'Members' }).getByText(guest.name).waitFor({ state: 'detached' });
  });

  test('billing sees cost, members and their account alone', async () => {
    await page.getByRole('button', { name: 'Invite member' }).click();
    await page.getByLabel('E-mail').fill('payer@example.com');
    await page.getByRole('radio', { name: 'Billing' }).check();
    await page.getByRole('button', { name: 'Create invitation' }).click();
    const link = await page.locator('[data-secret="Invitation link"]').innerText();
    await page.getByRole('button', { name: 'I have copied it' }).click();
    const payer = await visit(browser, [server.origin('ui')]);
    await payer.page.goto(link);
    await payer.page.getByLabel('Name').fill('Payer');
    await payer.page.getByRole('textbox', { name: 'Password' }).fill(guest.password);
    await payer.page.getByRole('button', { name: 'Join the team' }).click();
    await payer.page.getByRole('heading', { name: 'Usage cost' }).waitFor();
    expect(await payer.page.getByRole('link', { name: 'Dashboards' }).count()).toBe(0);
    const links = payer.page.getByRole('navigation', { name: 'Cloud' }).getByRole('link');
    expect(await links.allInnerTexts()).toEqual(['Members', 'Roles', 'Usage cost']);
    await payer.page.goto(`${server.origin('ui')}/cloud/services`);
    await payer.page.getByText('Your role does not read services').waitFor();
    expect(await payer.page.getByText('Your role does not see telemetry').count()).toBe(0);
    await payer.page.goto(`${server.origin('ui')}/traces`);
    await payer.page.getByText('Your role does not see telemetry').waitFor();
    await payer.page.goto(`${server.origin('ui')}/account`);
    await payer.page.getByRole('table', { name: 'Sessions' }).getByText('This one').waitFor();
    await payer.page.getByLabel('Current password').fill(guest.password);
    await payer.page.getByLabel('New password').fill(changed);
    expect(await violations(payer.page)).toEqual([]);
    await payer.page.getByRole('button', { name: 'Change password' }).click();
    await payer.page.getByText('The password was changed.').waitFor();
    await payer.page.goto(`${server.origin('ui')}/team/members`);
    await payer.page.getByRole('cell', { name: 'payer@example.com' }).waitFor();
    expect(await payer.page.getByRole('button', { name: /^(Remove|Invite|Reset)/ }).count()).toBe(0);
    expect(await payer.page.getByRole('link', { name: 'Audit' }).count()).toBe(0);
    expect(payer.errors).toEqual([]);
    await payer.page.context().close();
  });

  test('a second factor is asked for, and a link that sets a password does not get around it', async () => {
    const payer = await visit(browser, [server.origin('ui')]);
    await signIn(payer.page, 'payer@example.com', changed);
    await payer.page.getByRole('link', { name: 'Account' }).click();
    await payer.page.getByRole('button', { name: 'Turn on' }).click();
    await payer.page.getByRole('dialog').getByLabel('Current password').fill(changed);
    await payer.page.getByRole('button', { name: 'Continue' }).click();
    const secret = await payer.page.locator('[data-secret="Authenticator key"]').innerText();
    expect(await violations(payer.page)).toEqual([]);
    await payer.page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, 0));
    await payer.page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click();
    const codes = await payer.page.locator('[data-secret="Recovery codes"]').innerText();
    expect(codes.split('\n')).toHaveLength(10);
    await payer.page.getByRole('button', { name: 'I have copied it' }).click();
    await payer.page.getByText('On, 10 recovery codes left').waitFor();
    await open('members');
    await page.getByRole('button', { name: 'Reset password of payer@example.com' }).click();
    await page.getByRole('button', { name: 'Create link' }).click();
    const link = await page.locator('[data-secret="Link"]').innerText();
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await payer.page.goto(link);
    await payer.page.getByRole('textbox', { name: 'New password' }).fill(guest.password);
    expect(await violations(payer.page)).toEqual([]);
    await payer.page.getByRole('button', { name: 'Set password' }).click();
    await payer.page.getByText('The password was set').waitFor();
    await payer.page.goto(link);
    await payer.page.getByText('This link was used already').waitFor();
    await signIn(payer.page, 'payer@example.com', guest.password);
    await payer.page.getByRole('textbox', { name: 'Code' }).fill('000000');
    await payer.page.getByRole('button', { name: 'Sign in' }).click();
    await payer.page.getByText(/the code is wrong/i).waitFor();
    expect(await violations(payer.page)).toEqual([]);
    await payer.page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, 1));
    await payer.page.getByRole('button', { name: 'Sign in' }).click();
    await payer.page.getByRole('heading', { name: 'Usage cost' }).waitFor();
    await payer.page.context().close();
  });

  test('a custom role gives a member what it allows, and the rows of their service alone', async () => {
    await sendLogs(server, await makeKey(visitor, server), [
      { body: 'a cart was filled', service: 'cart' },
      { body: 'a card was charged', service: 'payment' },
    ]);
    await page.goto(`${server.origin('ui')}/team/members`);
    await page.getByRole('link', { name: 'Roles' }).click();
    await page.getByRole('button', { name: 'Duplicate ReadOnly' }).click();
    const editor = page.getByRole('dialog');
    await editor.getByLabel('Name').fill('Cart watchers');
    await editor.getByRole('button', { name: 'Create dashboards: not set' }).press('Enter');
    await editor.getByRole('button', { name: 'Create dashboards: allowed' }).press('Enter');
    await editor.getByRole('button', { name: 'Create dashboards: denied' }).waitFor();
    await editor.getByRole('radio', { name: 'Data that matches a condition' }).check();
    await editor.getByRole('textbox', { name: 'Where' }).fill('ServiceName:(');
    await editor.getByRole('button', { name: 'Create role', exact: true }).click();
    await editor.getByText('The role was not saved').waitFor();
    expect(await editor.getByRole('textbox', { name: 'Where' }).getAttribute('aria-invalid')).toBe('true');
    await editor.getByRole('textbox', { name: 'Where' }).fill('ServiceName:cart');
    expect(await violations(page)).toEqual([]);
    // Nothing that is filled in goes without a question; where words are offered, Escape closes those first.
    await editor.getByLabel('Name').focus();
    for (const leave of [() => page.keyboard.press('Escape'), () => page.evaluate(() => history.back())]) {
      await leave();
      await page.getByRole('button', { name: 'Keep editing' }).click();
      await page.getByRole('button', { name: 'Keep editing' }).waitFor({ state: 'detached' });
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await drawnTwice(page);
    expect(await misfits(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await editor.getByRole('button', { name: 'Create role', exact: true }).click();
    const made = page.getByRole('row', { name: /Cart watchers/ });
    await made.getByText('ServiceName:cart').waitFor();
    const colleague = await enterInvited(browser, visitor, server, { name: 'Cara', email: cara });
    await colleague.page.goto(`${server.origin('ui')}/dashboards`);
    await colleague.page.getByRole('button', { name: 'Create dashboard' }).first().waitFor();
    await open('members');
    await page.getByLabel(`Role of ${cara}`).selectOption('Cart watchers');
    await page.getByText(`${cara} was a developer of the organization`).waitFor();

    // What is refused takes the buttons from the open page.
    await colleague.page.getByRole('button', { name: 'Create dashboard' }).first().click();
    await colleague.page.getByRole('dialog').getByLabel('Name').fill('Mine');
    await colleague.page.getByRole('dialog').getByRole('button', { name: 'Create dashboard' }).click();
    await colleague.page.getByText('Import', { exact: true }).waitFor({ state: 'detached' });
    // Chromium reports the refusal.
    expect(colleague.errors.splice(0).every((error) => /status of 403/.test(error))).toBe(true);

    await lead(colleague.page, server.origin('ui'), '/dashboards');
    await colleague.page.getByRole('heading', { name: 'Dashboards' }).waitFor();
    expect(await colleague.page.getByRole('button', { name: 'Create dashboard' }).count()).toBe(0);
    expect(await colleague.page.getByRole('link', { name: 'Alerts', exact: true }).count()).toBe(0);
    await lead(colleague.page, server.origin('ui'), '/alerts');
    await colleague.page.getByRole('heading', { name: 'Your role does not read alerts' }).waitFor();
    expect(await violations(colleague.page)).toEqual([]);
    await lead(colleague.page, server.origin('ui'), '/team/audit');
    await colleague.page.getByText('Your role does not read the audit log').waitFor();
    const sections = colleague.page.getByRole('navigation', { name: 'Team settings' });
    await sections.getByRole('link', { name: 'Roles' }).click();
    await colleague.page.getByRole('table', { name: 'Roles' }).waitFor();
    expect(await sections.getByText('Audit').count()).toBe(0);
    await arrived(() => countRows(visitor, server, 'log', 'was'), 2);
    await lead(colleague.page, server.origin('ui'), '/search?q=was');
    await colleague.page.getByText('a cart was filled').first().waitFor();
    expect(await colleague.page.getByText('a card was charged').count()).toBe(0);
    await lead(colleague.page, server.origin('ui'), '/');
    await colleague.page.getByRole('status', { name: 'Now' }).waitFor();
    expect(colleague.errors).toEqual([]);
    await colleague.page.context().close();
  });

  test('a role that somebody has stays, and says so', async () => {
    await open('roles');
    await page.getByRole('button', { name: 'Delete Cart watchers' }).click();
    await page.getByRole('button', { name: 'Delete role' }).click();
    await page.getByText(/The role is in use: members 1/).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    // Chromium reports the refusal.
    expect(visitor.errors.splice(0).every((error) => /status of 4(?:00|09)/.test(error))).toBe(true);
  });

  test('a webhook shows its secret once and takes a test', async () => {
    await open('webhooks');
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await page.getByLabel('Name').fill('On call');
    await page.getByLabel('Address').fill(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/told`);
    await page.getByRole('button', { name: 'Create webhook' }).last().click();
    expect(await page.locator('[data-secret="Signing secret"]').innerText()).not.toBe('');
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('button', { name: 'Send test to On call' }).click();
    await page.getByText(/^Delivered in \d+ ms$/).waitFor();
    expect(received).toEqual(['/told']);
    // A receiver that is gone disables it; a test gets through again, but alerts don't.
    isGone = true;
    await page.getByRole('button', { name: 'Send test to On call' }).click();
    await page.getByText(/^Disabled since .*real alerts are not sent\.$/).waitFor();
    isGone = false;
    await page.getByRole('button', { name: 'Send test to On call' }).click();
    await page.getByText(/^Delivered in \d+ ms\. The webhook is disabled: real alerts are not sent$/).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Enable On call' }).click();
    await page.getByText(/^Disabled since/).waitFor({ state: 'detached' });
    await page.getByText(/^Delivered in \d+ ms$/).waitFor();
  });

  test('a webhook of PagerDuty asks for its key', async () => {
    await open('webhooks');
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await page.getByLabel('Name').fill('Pager');
    await page.getByRole('dialog').getByLabel('Service').selectOption('PagerDuty');
    await page.getByLabel('Address').fill('https://events.pagerduty.com/v2/enqueue');
    await page.getByLabel('Integration key').fill('R0123456789');
    await page.getByRole('button', { name: 'Create webhook' }).last().click();
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('cell', { name: 'Pager', exact: true }).waitFor();
  });

  test('a webhook lists what it was sent', async () => {
    await page.getByRole('button', { name: 'Deliveries to On call' }).click();
    const states = page.getByRole('table', { name: 'Deliveries' }).getByText(/^(?:Delivered|Failed)$/);
    await states.first().waitFor();
    expect(await states.allInnerTexts()).toEqual(['Delivered', 'Failed', 'Delivered']);
    await page.keyboard.press('Escape');
  });

  test('a source keeps what the form does not show', async () => {
    await open('sources');
    await page.getByRole('button', { name: 'Edit Logs' }).click();
    await page.getByLabel('Name').fill('All logs');
    await page.getByRole('button', { name: 'Save source' }).click();
    await page.getByRole('table', { name: 'Sources' }).getByText('All logs').waitFor();
    const sources = await page.request.get(`${server.origin('ui')}/api/v2/sources`);
    const { data } = (await sources.json()) as { data: Record<string, unknown>[] };
    expect(data.find((source) => source.name === 'All logs')).toMatchObject({
      implicitColumnExpression: 'Body',
      bodyExpression: 'Body',
    });
  });

  test('logs are kept for a longer time at once, and for a shorter one after a question', async () => {
    const logDays = async () => {
      const answer = await page.request.get(`${server.origin('ui')}/ui/api/retention`);
      return ((await answer.json()) as { data: { logDays: number } }).data.logDays;
    };
    await open('retention');
    await page.getByLabel('Logs').fill('400');
    await page.getByRole('button', { name: 'Save retention' }).click();
    await expect.poll(logDays).toBe(400);
    await page.getByLabel('Logs').fill('7');
    await page.getByRole('button', { name: 'Save retention' }).click();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delete older data' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await logDays()).toBe(7);
    expect(await violations(page)).toEqual([]);
  });

  test.each(['keys', 'members', 'roles', 'webhooks', 'sources', 'connections'])(
    '%s: everybody can use the page',
    async (section) => {
      await open(section);
      await page.getByRole('table').first().waitFor();
      expect(await violations(page)).toEqual([]);
    },
  );

  test('the audit log has what was done here, field by field', async () => {
    await open('audit');
    const log = page.getByRole('table', { name: 'Audit' });
    await page.getByText('The log is unaltered since').waitFor();
    await page.getByLabel('Text').fill('collector');
    await log.getByText('Set retention').first().waitFor({ state: 'detached' });
    await log.getByText('Delete ingestion key').or(log.getByText('Create ingestion key')).first().waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('collector');
    await lead(page, server.origin('ui'), '/team/audit?kind=password_link');
    await log.getByText('Use password link').waitFor();
    const exported = await page.getByRole('link', { name: 'Export' }).getAttribute('href');
    const lines = await (await page.request.get(`${server.origin('ui')}${exported}`)).text();
    expect(lines.trim().split('\n')).toHaveLength(await log.getByRole('button', { name: 'Details' }).count());
    await lead(page, server.origin('ui'), '/team/audit?kind=retention');
    await log.getByRole('button', { name: 'Details' }).first().click();
    const changes = page.getByRole('region', { name: 'Changes' });
    await changes.locator('del').waitFor();
    expect(await changes.locator('ins').count()).toBe(1);
    expect(await violations(page)).toEqual([]);
  });

  test('nothing went wrong on the way, and nothing left the host', () => {
    expect(visitor.errors).toEqual([]);
    expect(visitor.strays).toEqual([]);
  });
});
