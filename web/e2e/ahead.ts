import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

/** So far the clock of a page is set forward at a time. */
const stepMs = 1_000;

/** Sets the clock of a page forward until something is shown, or gone, rather than waiting as long as people would. */
export async function setAhead(until: Locator, isShown = true): Promise<void> {
  const { clock } = until.page();
  await clock.install();
  await expect
    .poll(async () => {
      await clock.fastForward(stepMs);
      return (await until.count()) > 0;
    })
    .toBe(isShown);
}
