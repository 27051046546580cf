import type { Locator, Page } from 'playwright-core';

import { settled } from './settled';
import { lead, type Visitor } from './visitor';

/** One way on from a page: what is clicked, in order. A menu or a dialog that opens has ways of its own. */
interface Way {
  /** The address that it begins at. */
  from: string;
  clicks: Target[];
}

/** What can be clicked: the nth element of a selector, and for a drawing the part of its width. */
interface Target {
  selector: string;
  at: number;
  name: string;
  across?: number;
}

/** What a crawl met, each with the way that led there. */
export interface Crawled {
  findings: string[];
  clicks: number;
  pages: number;
}

/** What a person clicks. The side bar is the same everywhere and is followed from the first page alone. */
const clickable = [
  'a[href]',
  'button:enabled',
  '[role=tab]',
  '[role=menuitem]',
  '[role=option]',
  '[role=treeitem]',
  '[role=row][aria-selected]',
  '[role=button]',
  'label:has(input[type=checkbox])',
  'summary',
].join(', ');

/** What ends the visit, or takes away what the next click needs. */
const destructive = /^(?:delete|remove|revoke|sign out|stop|disable|reset|discard|log out|rotate|leave)\b/i;
const clicksDeep = 3;
/** So many elements of the same kind and name are tried on the same kind of page. */
const alikeMax = 2;
/** Where drawings are clicked, from left to right. */
const drawnAt = [0.3, 0.7];

/** Clicks through everything that can be reached from some pages until the time is over, breadth first. */
export async function crawl(visitor: Visitor, origin: string, starts: string[], until: number): Promise<Crawled> {
  const ways: Way[] = starts.map((from) => ({ from, clicks: [] }));
  const seen = new Map<string, number>();
  const result: Crawled = { findings: [], clicks: 0, pages: 0 };
  for (let at = 0; at < ways.length && Date.now() < until; at++) {
    const way = ways[at] as Way;
    const found = await follow(visitor, origin, way);
    result.findings.push(...found.findings.map((what) => `${inWords(way)}: ${what}`));
    result.clicks += way.clicks.length;
    result.pages += way.clicks.length === 0 ? 1 : 0;
    if (found.findings.length === 0) ways.push(...(await waysOn(visitor.page, way, seen, origin)));
  }
  return result;
}

/** Opens the page that a way begins at, clicks, and says what is wrong with what is there then. */
async function follow(visitor: Visitor, origin: string, way: Way): Promise<{ findings: string[] }> {
  const { page } = visitor;
  visitor.errors.splice(0);
  visitor.exchanges.splice(0);
  // What was opened before would lie above the page.
  if ((await topLayer(page)) === '') await lead(page, origin, way.from);
  else await page.goto(origin + way.from);
  await whole(page);
  for (const [at, target] of way.clicks.entries()) {
    const before = await looks(page);
    const missed = await click(page, target);
    // What went while the page refreshed is not there for a person either.
    if (missed) return { findings: [] };
    await whole(page);
    if (at === way.clicks.length - 1 && (await looks(page)) === before) return { findings: ['nothing happens'] };
  }
  return { findings: await wrong(visitor, way) };
}

/** Waits until a page is there with all that it shows; one that never gets a heading is found later. */
async function whole(page: Page): Promise<void> {
  await page
    .locator('h1')
    .first()
    .waitFor()
    .catch(() => null);
  await settled(page);
}

async function click(page: Page, target: Target): Promise<boolean> {
  const one = page.locator(target.selector).nth(target.at);
  const box = await one.boundingBox().catch(() => null);
  if (box === null) return true;
  const position = { x: box.width * (target.across ?? 0.5), y: box.height / 2 };
  return one.click({ position, timeout: 5_000 }).then(
    () => false,
    () => true,
  );
}

/** Everything that a click could change, in one text. */
async function looks(page: Page): Promise<string> {
  const shown = await page.evaluate(() => {
    const checked = [...document.querySelectorAll('input')].map((one) => `${one.checked}${one.value}`).join();
    const states = [...document.querySelectorAll('[aria-expanded], [aria-pressed], [aria-selected], [aria-sort]')]
      .map((one) =>
        ['aria-expanded', 'aria-pressed', 'aria-selected', 'aria-sort'].map((name) => one.getAttribute(name)),
      )
      .join();
    const scheme = document.documentElement.outerHTML.split('>')[0];
    const focused = document.activeElement?.outerHTML.slice(0, 200) ?? '';
    return [location.href, document.body.innerText, checked, states, scheme, focused].join('\n');
  });
  return shown;
}

/** What no page may show, whatever was clicked. */
async function wrong({ page, errors, strays, exchanges }: Visitor, way: Way): Promise<string[]> {
  const found = [...errors, ...strays.map((url) => `asked ${url}`)];
  found.push(...exchanges.filter((one) => / (?:4\d\d|5\d\d)$/.test(one) && !/ (?:401|503)$/.test(one)));
  for (const panel of await page.locator('[role=alert]').allInnerTexts())
    if (panel.trim() !== '') found.push(`says “${panel.replaceAll(/\s+/g, ' ').slice(0, 120)}”`);
  if ((await page.locator('h1').count()) === 0) found.push('has no heading');
  if ((await page.getByRole('navigation').count()) === 0) found.push('has no way on');
  if (/page not found/i.test(await page.locator('h1').first().innerText())) found.push('is no page');
  return [...found, ...lostRange(way.from, page.url())];
}

/** A way between pages keeps the time range, or leads to a part of it. */
function lostRange(from: string, to: string): string[] {
  const [before, after] = [new URL(from, to).searchParams, new URL(to)];
  const hasTime = /^\/(?:search|charts|traces|services|dashboards)\b/.test(after.pathname);
  if (!before.has('from') || !hasTime || after.searchParams.has('from')) return [];
  return [`loses the time range: ${after.pathname}${after.search}`];
}

/** The ways that go on from what is shown now. */
async function waysOn(page: Page, way: Way, seen: Map<string, number>, origin: string): Promise<Way[]> {
  const address = page.url().slice(origin.length);
  const isMoved = kindOf(address) !== kindOf(way.from);
  const layer = await topLayer(page);
  const arrived = isMoved && layer === '' && way.clicks.length > 0;
  if (arrived) return unseen(seen, `page ${kindOf(address)}`) ? [{ from: address, clicks: [] }] : [];
  if (way.clicks.length >= clicksDeep || (way.clicks.length > 0 && layer === '')) return [];
  const targets = await targetsIn(page, layer, way.from);
  return targets
    .filter(
      ({ name, selector }) =>
        !destructive.test(name) && unseen(seen, `${kindOf(address)} ${layer} ${selector} ${plain(name)}`),
    )
    .map((target) => ({ from: way.from, clicks: [...way.clicks, target] }));
}

/** What lies above the page and is clicked first: a dialog, a menu, a list of options. */
async function topLayer(page: Page): Promise<string> {
  for (const layer of ['[role=menu]', '[role=listbox]', '[role=dialog]'])
    if (await page.locator(`${layer}:visible`).first().isVisible()) return `${layer} `;
  return '';
}

async function targetsIn(page: Page, layer: string, from: string): Promise<Target[]> {
  const around = layer !== '' ? layer : kindOf(from) === '/' ? 'body ' : 'main ';
  const selector = clickable
    .split(', ')
    .map((one) => `${around}${one}`)
    .join(', ');
  const targets: Target[] = [];
  for (const [at, name] of (await names(page.locator(selector))).entries())
    if (name !== null) targets.push({ selector, at, name });
  return layer === '' ? [...targets, ...(await drawingsIn(page, `${around}canvas`))] : targets;
}

async function drawingsIn(page: Page, selector: string): Promise<Target[]> {
  const count = await page.locator(selector).count();
  return Array.from({ length: count }, (_, at) =>
    drawnAt.map((across) => ({ selector, at, name: `drawing ${at} at ${across}`, across })),
  ).flat();
}

/** The names of the elements of a selector; null for those that nobody sees. */
function names(elements: Locator): Promise<(string | null)[]> {
  return elements.evaluateAll((all) =>
    all.map((one) =>
      one.checkVisibility({ visibilityProperty: true })
        ? (one.getAttribute('aria-label') ?? (one as HTMLElement).innerText ?? '').trim().slice(0, 60)
        : null,
    ),
  );
}

function unseen(seen: Map<string, number>, key: string): boolean {
  const times = seen.get(key) ?? 0;
  seen.set(key, times + 1);
  return times < alikeMax;
}

/** A name without what differs from row to row. */
function plain(name: string): string {
  return name.replaceAll(/[0-9a-f]{8,}|\d+/gi, '#');
}

/** The kind of page that an address leads to: its path without ids, and what it is narrowed by. */
function kindOf(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://cairn.invalid');
  const narrowing = [...searchParams.keys()].filter((name) => name !== 'from' && name !== 'to');
  return (
    pathname.replaceAll(/\/[0-9a-f-]{16,}/g, '/#').replace(/^\/services\/.+/, '/services/#') +
    narrowing.toSorted().join()
  );
}

function inWords({ from, clicks }: Way): string {
  return [from, ...clicks.map(({ name }) => `“${name.replaceAll('\n', ' ')}”`)].join(' → ');
}
