import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import type { Page } from 'playwright-core';

interface Violation {
  id: string;
  impact: string;
  nodes: { target: string[]; failureSummary: string }[];
}

/** What it knows about its rules, which it doesn't tell otherwise. */
interface Audit {
  rules: { id: string; impact: string | null }[];
}

interface Axe {
  run: (root: Document, options: unknown) => Promise<{ violations: Violation[] }>;
}

const script = resolve(import.meta.dirname, '../node_modules/axe-core/axe.min.js');

/**
 * The serious violations of accessibility on a page, each with the elements
 * that have it. A page dims what it shows while something newer is on its way,
 * so only what is found at every look counts. Rules that are not serious are
 * asked for by their names.
 */
export async function violations(page: Page, also: string[] = []): Promise<string[]> {
  for (let left = looksMax; ; left--) {
    await page.locator(stale).first().waitFor({ state: 'detached' });
    const found = await serious(page, also);
    if (found.length === 0 || left === 0) return found.map(described);
  }
}

/** Rules that are not serious, and without which a page is hard to find one's way in. */
export const landmarks = ['landmark-unique', 'region'];

/** What is dimmed until something newer is there. */
const stale = '[data-stale]';
/** More looks than a page asks for something newer while it is looked at. */
const looksMax = 5;

/** The script is evaluated from outside, as the page's own policy lets no foreign script in. */
async function serious(page: Page, also: string[]): Promise<Violation[]> {
  let found = await audited(page, also);
  while (found === null) {
    await page.evaluate(await readFile(script, 'utf8'));
    found = await audited(page, also);
  }
  return found.filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || also.includes(id));
}

/** What it finds on a page; null where it has not been brought yet. */
function audited(page: Page, also: string[]): Promise<Violation[] | null> {
  return page.evaluate(async (asked) => {
    const { axe } = globalThis as unknown as { axe?: Axe };
    if (axe === undefined) return null;
    // What is not serious is not asked for, as it would be left out in the end.
    const audit = Reflect.get(axe, '_audit') as Audit;
    const mild = audit.rules
      .filter(({ impact }) => impact === 'minor' || impact === 'moderate')
      .filter(({ id }) => !asked.includes(id));
    const rules = Object.fromEntries(mild.map(({ id }) => [id, { enabled: false }]));
    // Only rules about media and some that are off by default need anything to be fetched first.
    return (await axe.run(document, { resultTypes: ['violations'], preload: false, rules })).violations;
  }, also);
}

function described({ id, nodes }: Violation): string {
  const places = nodes
    .slice(0, 4)
    .map(({ target, failureSummary }) => `${target.join(' ')} (${failureSummary.split('\n')[1]?.trim() ?? ''})`);
  return `${id}: ${places.join('; ')}`;
}
