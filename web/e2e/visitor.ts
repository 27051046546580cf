import { existsSync } from 'node:fs';

import {
  chromium,
  type Browser,
  type BrowserContextOptions,
  type ConsoleMessage,
  type Page,
  type Request,
} from 'playwright-core';

/** A step that takes longer has failed, also on a busy machine. */
const stepMaxMs = 45_000;
/** So much of what a page has asked for is remembered. */
const exchangesMax = 40;

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Where systems have a Chromium: one without windows is enough, and faster. */
const places = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

let running: Promise<Browser> | undefined;

/**
 * Starts the system's Chromium, without any traffic of its own. To start is the
 * dearest thing that it does, so all files of a process share one; it ends with
 * the process.
 */
export async function startBrowser(): Promise<Browser> {
  if (!(await running?.catch(() => null))?.isConnected())
    running = chromium.launch({
      executablePath: process.env.CAIRN_TEST_CHROMIUM ?? places.find((place) => existsSync(place)) ?? 'chromium',
      args: flags,
    });
  return running as Promise<Browser>;
}

/** A page that remembers what it must not do. */
export interface Visitor {
  page: Page;
  /** Errors of the console and of scripts. */
  errors: string[];
  /** Addresses of requests to a host that is not ours. */
  strays: string[];
  /** The last requests to the API, with their status or why there is none. */
  exchanges: string[];
}

/** Pages of this file's tests, for a report about what a failed step saw. */
export const visitors: Visitor[] = [];

/** Closes them all, with their sessions. */
export async function closeVisits(): Promise<void> {
  await Promise.all(visitors.splice(0).map(({ page }) => page.context().close()));
}

/** Opens a page of its own session, without motion, and watches it; origins are the ones it may talk to. */
export async function visit(
  browser: Browser,
  origins: string[],
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(stepMaxMs);
  const visitor: Visitor = { page: await context.newPage(), errors: [], strays: [], exchanges: [] };
  visitors.push(visitor);
  context.on('console', (message) => {
    if (message.type() === 'error' && !isExpected(message))
      visitor.errors.push(`${message.text()} ${message.location().url}`);
  });
  context.on('weberror', (failure) => visitor.errors.push(failure.error().message));
  context.on('request', (request) => {
    if (isStray(request.url(), origins)) visitor.strays.push(request.url());
  });
  context.on('requestfinished', (request) => void remember(visitor, request));
  context.on('requestfailed', (request) => void remember(visitor, request));
  return visitor;
}

async function remember({ exchanges }: Visitor, request: Request): Promise<void> {
  const { pathname } = new URL(request.url());
  if (!isApi(pathname)) return;
  const response = await request.response().catch(() => null);
  exchanges.push(`${request.method()} ${pathname} ${response?.status() ?? request.failure()?.errorText}`);
  exchanges.splice(0, exchanges.length - exchangesMax);
}

function isApi(path: string): boolean {
  return /^(?:\/cairn)?\/(?:ui\/api|api\/v2|v1)\//.test(path);
}

/**
 * Chromium reports every refusal as an error. Two of them are by design: asking
 * without a session, and asking while a new team's store is being prepared.
 */
function isExpected(message: ConsoleMessage): boolean {
  return isApi(new URL(message.location().url).pathname) && /status of (?:401|503)/.test(message.text());
}

function isStray(url: string, origins: string[]): boolean {
  return !/^(?:data|blob|about):/.test(url) && !origins.includes(new URL(url).origin);
}

/** An address of the interface that has no page, and what it shows. */
export const nowhere = { path: '/no-such-page', heading: 'Page not found' };

/**
 * Leads a page to another one as a link would, which costs a fraction of loading
 * the interface anew. It goes by way of an address without a page, so that nothing
 * of the page before is left to be taken for the next one. What is asked for again
 * may be shown from memory first.
 */
export async function lead(page: Page, origin: string, path: string): Promise<void> {
  if (new URL(page.url()).origin !== origin) {
    await page.goto(origin + path);
    return;
  }
  const way = { between: nowhere, path, stepMaxMs };
  if (!(await page.evaluate(follow, way))) throw new Error(`${page.url()} did not lead to ${path}`);
}

interface Way {
  between: typeof nowhere;
  path: string;
  stepMaxMs: number;
}

/** Runs within the page, as each question from outside would take its turn on a busy machine. */
async function follow({ between, path, stepMaxMs: maxMs }: Way): Promise<boolean> {
  const began = Date.now();
  for (const [to, isBetween] of [
    [between.path, true],
    [path, false],
  ] as const) {
    history.pushState(null, '', to);
    const isThere = () => [...document.querySelectorAll('h1, h2')].some((one) => one.textContent === between.heading);
    while (isThere() !== isBetween) {
      if (Date.now() - began > maxMs) return false;
      await new Promise(requestAnimationFrame);
    }
  }
  return true;
}
