import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { settled } from './settled';
import { enterDemo } from './shots';
import { closeVisits, lead } from './visitor';

const rounds = 7;
/** A page that has not changed for so long is drawn. */
const quietMs = 700;
/** What drawing may take besides: a fifth of the time of the answers, and this. */
const drawingMs = 150;
const file = resolve(import.meta.dirname, '../test-results/drawn.json');

const paths = ['/', '/search', '/charts', '/traces', '/services', '/services/checkout', '/dashboards', '/alerts'];

/** How long a page took, from the way to it on: until its last answer was there, and until it was drawn. */
interface Drawing {
  answersMs: number;
  drawnMs: number;
}

/** Runs in the page: notes when it last changed. */
function watch(): void {
  const main = document.querySelector('main') ?? document.body;
  const noted = { began: performance.now(), changed: performance.now() };
  Object.assign(globalThis, { noted });
  performance.clearResourceTimings();
  new MutationObserver(() => requestAnimationFrame(() => (noted.changed = performance.now()))).observe(main, {
    subtree: true,
    childList: true,
    characterData: true,
  });
}

async function drawn(page: Page, origin: string, path: string): Promise<Drawing> {
  await page.evaluate(watch);
  await lead(page, origin, path);
  await settled(page);
  await page.waitForTimeout(quietMs);
  return page.evaluate(() => {
    const { noted } = globalThis as unknown as { noted: { began: number; changed: number } };
    const answers = performance.getEntriesByType('resource').filter(({ name }) => /\/(?:api|v1)\//.test(name));
    const last = Math.max(noted.began, ...answers.map((one) => (one as PerformanceResourceTiming).responseEnd));
    return { answersMs: last - noted.began, drawnMs: Math.max(noted.changed, last) - noted.began };
  });
}

function median(numbers: number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
}

test('a page is drawn soon after its last answer', { timeout: 600_000 }, async () => {
  const { server, visitor } = await enterDemo({ viewport: { width: 1440, height: 900 } });
  const figures: Record<string, Drawing> = {};
  try {
    for (const path of paths) {
      const found: Drawing[] = [];
      for (let round = 0; round < rounds; round++) found.push(await drawn(visitor.page, server.origin('ui'), path));
      figures[path] = {
        answersMs: Math.round(median(found.map(({ answersMs }) => answersMs))),
        drawnMs: Math.round(median(found.map(({ drawnMs }) => drawnMs))),
      };
    }
  } finally {
    await closeVisits();
    await server.stop();
  }
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(figures, null, 2));
  const late = ({ answersMs, drawnMs }: Drawing) => drawnMs > 1.2 * answersMs + drawingMs;
  expect(Object.fromEntries(Object.entries(figures).filter(([, one]) => late(one)))).toEqual({});
});
