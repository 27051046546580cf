import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';

import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

import { violations } from './axe';
import { settle } from './shots';
import { drawnTwice, misfits } from './widths';

const folder = resolve(import.meta.dirname, '../test-results/shots');
const schemes = ['light', 'dark'] as const;
const sizes = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

/** What is opened on a page once it is there. */
export type Open = (page: Page) => Promise<void>;

/** Takes a page in every width and both colour schemes, and expects nothing from axe and from the layout check. */
export async function look(page: Page, name: string, address: string, opened: Open[]): Promise<void> {
  const found: string[] = [];
  await mkdir(folder, { recursive: true });
  for (const size of sizes) {
    await page.setViewportSize(size);
    await page.goto(address);
    await page.locator('h1').first().waitFor();
    for (const open of opened) await open(page);
    await settle(page);
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      await drawnTwice(page);
      await page.screenshot({
        path: `${folder}/${name}-${size.width}-${colorScheme}.png`,
        animations: 'disabled',
        caret: 'hide',
      });
      const all = [...(await violations(page)), ...(await misfits(page))];
      found.push(...all.map((one) => `${size.width} ${colorScheme}: ${one}`));
    }
  }
  expect(found).toEqual([]);
}

/** Clicks what a width has; what it has no room for stays closed. */
function clickShown(find: (page: Page) => Locator): Open {
  return async (page) => {
    await settle(page);
    const place = find(page).first();
    if (await place.isVisible()) await place.click();
  };
}

export const link = (name: string | RegExp): Open => {
  return (page) => page.locator('main').getByRole('link', { name }).first().click();
};
export const button = (name: string | RegExp): Open => {
  return (page) => page.getByRole('button', { name, exact: true }).first().click();
};
export const buttonIfShown = (name: string): Open => {
  return clickShown((page) => page.getByRole('button', { name, exact: true }));
};
export const item = (name: string): Open => {
  return (page) => page.getByRole('menuitem', { name }).click();
};
export const tab = (name: string): Open => {
  return (page) => page.getByRole('tab', { name }).click();
};
/** Presses keys where no field takes them. */
export const keys = (...pressed: string[]): Open => {
  return async (page) => {
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    for (const key of pressed) await page.keyboard.press(key);
  };
};

/** The first row of a table, or the first link in it. */
export const first = (role: 'row' | 'link', within: string): Open => {
  return async (page) => {
    const place = page
      .locator('main')
      .getByRole('grid', { name: within })
      .or(page.getByRole('table', { name: within }));
    await place
      .getByRole(role)
      .nth(role === 'row' ? 2 : 0)
      .click();
  };
};
