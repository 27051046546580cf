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

/** Starts the system's Chromium, without any traffic of its own. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env.CAIRN_TEST_CHROMIUM ?? '/usr/bin/chromium', args: flags });
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
  return /^\/(?:ui\/api|api\/v2|v1)\//.test(path);
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
