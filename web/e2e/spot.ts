import type { Locator } from 'playwright-core';

/** Where something is on the page. */
export async function spot(found: Locator) {
  const box = await found.boundingBox();
  if (box === null) throw new Error('it is not shown');
  return box;
}
