import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { violations } from './axe';
import { ask } from './member';
import type { Server } from './server';
import type { Visitor } from './visitor';

/** A team that has the orders of `sendOrders`. */
interface Shop {
  visitor: Visitor;
  server: Server;
  logs: string | undefined;
}

/** A tile with one number, in a row of three. */
export const number = (name: string, at: number, sourceId: string | undefined, select: object, more = {}) => ({
  name,
  x: at * 8,
  y: 0,
  w: 8,
  h: 6,
  config: { displayType: 'number', sourceId, select: [select], ...more },
});

const opened = async ({ visitor, server }: Shop, body: object): Promise<string> => {
  const { id } = await ask<{ id: string }>(visitor, server, 'post', '/dashboards', body);
  await visitor.page.goto(`${server.origin('ui')}/dashboards/${id}`);
  return id;
};
const tile = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).last();

/** Opens the events behind a number. */
async function showEvents(page: Page, name: string, figure: string): Promise<void> {
  await tile(page, name).getByRole('button', { name: figure, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Show events' }).click();
  await page.getByText(`${figure} rows`).first().waitFor();
}

/** A variable of a source stands in conditions and titles. */
export async function chooseOfSource(shop: Shop): Promise<void> {
  const { page } = shop.visitor;
  const filter = { id: 'f', type: 'QUERY_EXPRESSION', name: 'Service', expression: 'ServiceName' };
  await opened(shop, {
    name: 'Of a service',
    tiles: [number('Orders of $Service', 0, shop.logs, { aggFn: 'count', where: 'ServiceName:$Service' })],
    filters: [{ ...filter, sourceId: shop.logs, isBroadcastEnabled: false, isVariableEnabled: true }],
  });
  await tile(page, 'Orders of all').getByText('40', { exact: true }).waitFor();
  const choice = page.getByRole('combobox', { name: 'Service' }).or(page.getByRole('textbox', { name: 'Service' }));
  await choice.first().fill('cart');
  await page.getByRole('option', { name: /^cart/ }).click();
  await showEvents(page, 'Orders of cart', '10');
}

/** A list and a text are made in the dialog; a tile and its title follow them. Returns the dashboard's id. */
export async function chooseOfListAndText(shop: Shop): Promise<string> {
  const { page } = shop.visitor;
  const id = await opened(shop, {
    name: 'Chosen',
    tiles: [
      number('$Shop: $Words', 0, shop.logs, { aggFn: 'count', where: 'ServiceName:$Shop $Words' }),
      number('Then', 1, shop.logs, { aggFn: 'count' }, { timeShift: '1h' }),
      number('Before', 2, shop.logs, { aggFn: 'count' }, { displayType: 'line' }),
    ],
  });
  await button(page, 'Edit').click();
  await button(page, 'Filters').click();
  await addFilter(page, 'Shop', 'Fixed list');
  await page.getByLabel('Values, one a line').fill('shop\ncart\n');
  await addFilter(page, 'Words', 'Text');
  expect(await violations(page)).toEqual([]);
  await button(page, 'Apply filters').click();
  await tile(page, 'all: all').getByText('40', { exact: true }).waitFor();
  await page.getByRole('combobox', { name: 'Shop' }).click();
  expect(await page.getByRole('option').allInnerTexts()).toEqual(['shop', 'cart']);
  await page.getByRole('option', { name: 'cart' }).click();
  await tile(page, 'cart: all').getByText('10', { exact: true }).waitFor();
  await page.getByRole('textbox', { name: 'Words' }).fill('order 12');
  await page.keyboard.press('Enter');
  await tile(page, 'cart: order 12').getByText('1', { exact: true }).waitFor();
  // The names stay where values are chosen, for everybody.
  const bar = page.getByRole('search', { name: 'Filter all tiles' });
  expect(await bar.getByText('Shop', { exact: true }).isVisible()).toBe(true);
  expect(await bar.getByText('Words', { exact: true }).isVisible()).toBe(true);
  await bar.getByRole('combobox', { name: 'Shop', exact: true }).waitFor();
  await bar.getByRole('textbox', { name: 'Words', exact: true }).waitFor();
  return id;
}

async function addFilter(page: Page, name: string, type: string): Promise<void> {
  await button(page, 'Add filter').click();
  await page.getByLabel('Name', { exact: true }).last().fill(name);
  await page.getByLabel('Type', { exact: true }).last().selectOption({ label: type });
}

const instant = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

/** In an hour from now, a tile that shows an hour earlier has what is there now, and zooms to what it shows. */
export async function showEarlier({ visitor: { page }, server }: Shop, id: string): Promise<void> {
  await page.getByRole('button', { name: 'Tile Before: actions' }).click();
  await page.getByRole('menuitem', { name: 'Edit tile' }).click();
  await page.getByLabel('Time shift').selectOption({ label: '1 hour earlier' });
  await button(page, 'Apply').click();
  await button(page, 'Save').click();
  await button(page, 'Edit').waitFor();
  await page.goto(`${server.origin('ui')}/dashboards/${id}?from=${instant(30)}&to=${instant(90)}`);
  await tile(page, 'Before').getByText('1 hour earlier').waitFor();
  const chart = tile(page, 'Before').getByRole('img');
  await chart.hover(); // which waits until the tiles have come to rest
  const box = await chart.boundingBox();
  if (box === null) throw new Error('the chart is not shown');
  const before = page.url();
  await page.mouse.move(box.x + box.width * 0.4, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.9, box.y + box.height / 2, { steps: 6 });
  await page.mouse.up();
  await page.waitForURL((url) => url.href !== before);
  expect(Date.parse(new URL(page.url()).searchParams.get('from') ?? '')).toBeGreaterThan(Date.now() + 30 * 60_000);
  await chart.waitFor();
  await page.goBack();
  await showEvents(page, 'Then', '40');
}
