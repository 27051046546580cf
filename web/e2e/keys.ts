import type { Locator, Page } from 'playwright-core';

/** More stops than any page has: what is not reached by then can't be. */
const stopsMax = 200;

/** Goes to something by Tab alone, as somebody without a mouse does. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let at = 0; at < stopsMax; at++) {
    if (await target.evaluate((element) => element.matches(':focus-visible'))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${target}`);
}

/** Goes to something by Tab, and presses it. */
export async function pressByKeys(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}
