import type { Page } from 'playwright-core';

import { drawnTwice } from './widths';

/** Waits until a page has asked for everything and shows it, however long the answers take. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('[data-stale], [role=status][aria-label^=Loading]') === null);
  await drawnTwice(page);
}
