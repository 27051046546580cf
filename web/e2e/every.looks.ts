import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';

import { button, buttonIfShown, first, item, keys, link, look, tab, type Open } from './looks';
import type { Server } from './server';
import { enterDemo } from './shots';
import { closeVisits } from './visitor';

type Looks = [name: string, path: string, ...opened: Open[]][];

/** Every page as it comes. */
const pages: Looks = [
  ['overview', '/'],
  ['welcome', '/welcome'],
  ['send', '/send'],
  ['search', '/search'],
  ['search-none', '/search?q=nosuchword'],
  ['search-wrong', '/search?q=level:('],
  ['saved', '/search/saved'],
  ['charts', '/charts?display=area'],
  ['traces', '/traces?order=slowest'],
  ['trace', '/traces?order=slowest', first('link', 'Traces')],
  ['services', '/services'],
  ['metrics', '/metrics'],
  ['service', '/services/checkout'],
  ['dashboards', '/dashboards'],
  ['dashboard', '/dashboards', link(/./)],
  ['alerts', '/alerts'],
  ['alert', '/alerts', link('Requests fail')],
  ['team', '/team'],
  ['team-keys', '/team/keys'],
  ['team-roles', '/team/roles'],
  ['team-webhooks', '/team/webhooks'],
  ['team-sources', '/team/sources'],
  ['team-connections', '/team/connections'],
  ['team-retention', '/team/retention'],
  ['account', '/account'],
  ['cloud', '/cloud'],
  ['cloud-services', '/cloud/services'],
  ['cloud-keys', '/cloud/keys'],
  ['cloud-endpoints', '/cloud/endpoints'],
  ['cloud-members', '/cloud/members'],
  ['cloud-usage', '/cloud/usage'],
  ['cloud-activity', '/cloud/activity'],
  ['not-found', '/no-such-page'],
];

const row = first('row', 'Rows');
const editing = [link(/./), button('Edit')];
const more = [link(/./), button('More actions')];

/** Draws a box over the middle of the heatmap. */
const box: Open = async (page) => {
  const map = page.getByRole('img', { name: 'Durations over time' });
  await map.scrollIntoViewIfNeeded();
  const place = await map.boundingBox();
  if (place === null) throw new Error('the heatmap is not shown');
  const at = (x: number, y: number) => [place.x + place.width * x, place.y + place.height * y] as const;
  await page.mouse.move(...at(0.5, 0.2));
  await page.mouse.down();
  await page.mouse.move(...at(0.8, 0.6), { steps: 4 });
  await page.mouse.up();
  await page.getByRole('button', { name: 'Clear selection' }).waitFor();
};

/** The panels, menus and dialogs that people open on them. */
const panels: Looks = [
  ['palette', '/', keys('Control+k')],
  ['shortcuts', '/search', keys('?')],
  ['time', '/search', button(/^Time range/)],
  ['search-row', '/search?q=SeverityText:error', row],
  ['search-trace', '/search?q=SeverityText:error', row, tab('Trace')],
  ['search-around', '/search?q=SeverityText:error', row, tab('Surrounding rows')],
  ['search-facets', '/search', buttonIfShown('Filters')],
  ['search-columns', '/search', button('Columns')],
  ['search-menu', '/search', button('Share and export')],
  ['search-save', '/search', button('Save')],
  ['search-help', '/search', button('Query help')],
  ['search-live', '/search', button('Live tail')],
  ['charts-table', '/charts?display=table'],
  ['charts-sql', '/charts', button('Show SQL')],
  ['charts-add', '/charts', button('Add to dashboard')],
  ['traces-box', '/traces', box],
  ['trace-span', '/traces?order=slowest', first('link', 'Traces'), (page) => page.getByRole('treeitem').nth(1).click()],
  ['services-chart', '/services/checkout', button(/^Chart .*: actions/)],
  ['dashboard-tile', '/dashboards', link(/./), button(/^Tile .*: actions/)],
  ['dashboard-menu', '/dashboards', ...more],
  ['dashboard-versions', '/dashboards', ...more, item('Version history')],
  ['dashboard-share', '/dashboards', ...more, item('Share by link'), button('Create link')],
  ['dashboard-kiosk', '/dashboards', ...more, item('Kiosk mode')],
  ['dashboard-large', '/dashboards', link(/./), button(/^Tile .*: actions/), item('View larger')],
  ['dashboard-editing', '/dashboards', ...editing],
  ['dashboard-add', '/dashboards', ...editing, button('Add tile')],
  ['dashboard-edit', '/dashboards', ...editing, button(/^Tile .*: actions/), item('Edit tile')],
  ['dashboard-filters', '/dashboards', ...editing, button('Filters'), button('Add filter')],
  ['alert-editor', '/alerts', button('Create alert')],
  ['alert-silence', '/alerts', link('Requests fail'), buttonIfShown('End silence'), button('Silence')],
  ['alert-deliveries', '/alerts', link('Requests fail'), tab('Deliveries')],
  ['team-invite', '/team/members', button('Invite member')],
  ['team-key', '/team/keys', button('Create ingestion key')],
  ['team-role', '/team/roles', button('Duplicate Member')],
  ['team-webhook', '/team/webhooks', button('Create webhook')],
  ['cloud-service', '/cloud/services', button('Create service')],
  ['cloud-detail', '/cloud/services', link('Default')],
  ['account-two-factor', '/account', button('Turn on')],
];

describe('every page in every width and both colour schemes', () => {
  let server: Server;
  let page: Page;

  beforeAll(async () => {
    const demo = await enterDemo({});
    server = demo.server;
    ({ page } = demo.visitor);
  });

  afterAll(async () => {
    await closeVisits();
    await server?.stop();
  });

  test.each([...pages, ...panels])('%s', (name, path, ...opened) =>
    look(page, name, server.origin('ui') + path, opened),
  );

  test('kiosk', async () => {
    await page.goto(`${server.origin('ui')}/dashboards`);
    await link(/./)(page);
    await page.waitForURL(/dashboards\/./);
    await look(page, 'kiosk', `${page.url().split('?')[0]}?kiosk=1`, []);
  });

  test('shared', async () => {
    await page.goto(`${server.origin('ui')}/dashboards`);
    for (const open of [...more, item('Share by link'), button('Create link')]) await open(page);
    const { pathname } = new URL(await page.getByLabel('Link', { exact: true }).innerText());
    await look(page, 'shared', server.origin('ui') + pathname, []);
  });
});
