import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import type { Page } from 'playwright-core';

interface Violation {
  id: string;
  impact: string;
  nodes: { target: string[]; failureSummary: string }[];
}

const script = resolve(import.meta.dirname, '../node_modules/axe-core/axe.min.js');

/**
 * The serious violations of accessibility on a page, each with the elements
 * that have it, once nothing is dimmed because something newer is on its way,
 * and nothing that was dimmed is on its way back.
 * The script is evaluated from outside, as the page's own policy
 * lets no foreign script in.
 */
export async function violations(page: Page): Promise<string[]> {
  await page.locator('[data-stale]').first().waitFor({ state: 'detached' });
  await page.evaluate(async () => {
    const fading = document.getAnimations().filter((one) => one instanceof CSSTransition);
    await Promise.allSettled(fading.map((one) => one.finished));
  });
  await page.evaluate(await readFile(script, 'utf8'));
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run: (root: Document, options: unknown) => Promise<{ violations: Violation[] }> };
    };
    return (await axe.run(document, { resultTypes: ['violations'] })).violations;
  });
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 4)
          .map(({ target, failureSummary }) => `${target.join(' ')} (${failureSummary.split('\n')[1]?.trim() ?? ''})`)
          .join('; ')}`,
    );
}
