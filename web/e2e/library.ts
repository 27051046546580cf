import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { violations } from './axe';

/**
 * Adds two tiles to the dashboard that is open, and saves it: a copy of the tile
 * `Queue` of the dashboard `Mixed` by keys, and a ready-made one by pointer.
 */
export async function addFromLibrary(page: Page): Promise<void> {
  const button = (name: string) => page.getByRole('button', { name, exact: true }).last();
  const tile = (name: string) => page.locator(`[data-tile][aria-label="${name}"]`);
  const search = page.getByRole('combobox', { name: 'Search tiles' });
  const preview = page.getByRole('region', { name: 'Preview' });
  await button('Edit').click();
  await button('Add tile').click();
  await button('Choose from the tile library').click();
  await search.fill('mixed number');
  await page.getByRole('option', { name: 'Queue Number · Mixed' }).waitFor();
  await page.keyboard.press('ArrowUp');
  await preview.getByText('8', { exact: true }).waitFor();
  await page.getByText('A copy of the tile on Mixed').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await tile('Queue').getByText('8', { exact: true }).waitFor();

  const volume = 'Log volume by severity';
  await button('Tile library').click();
  await search.fill('volume severity');
  await page.getByRole('option', { name: volume }).click();
  await preview.getByRole('img', { name: volume }).waitFor();
  await button('Add').click();
  await tile(volume).getByRole('img').waitFor();
  await button('Undo').click();
  await tile(volume).waitFor({ state: 'detached' });
  await button('Redo').click();
  await button('Save').click();
  await button('Edit').waitFor();
}
