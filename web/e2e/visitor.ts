import { chromium, type Browser, type BrowserContextOptions, type ConsoleMessage, type Page } from 'playwright-core';

/** A step that takes longer has failed, also on a busy machine. */
const stepMaxMs = 20_000;

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
}

/** Opens a page of its own session, without motion, and watches it; origins are the ones it may talk to. */
export async function visit(browser: Browser, origins: string[], options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(stepMaxMs);
  const visitor: Visitor = { page: await context.newPage(), errors: [], strays: [] };
  context.on('console', (message) => {
    if (message.type() === 'error' && !isExpected(message)) visitor.errors.push(`${message.text()} ${message.location().url}`);
  });
  context.on('weberror', (failure) => visitor.errors.push(failure.error().message));
  context.on('request', (request) => {
    if (isStray(request.url(), origins)) visitor.strays.push(request.url());
  });
  return visitor;
}

/**
 * Chromium reports every refusal as an error. Two of them are by design: asking
 * without a session, and asking while a new team's store is being prepared.
 */
function isExpected(message: ConsoleMessage): boolean {
  return /\/(?:ui\/api|api\/v2|v1)\//.test(message.location().url) && /status of (?:401|503)/.test(message.text());
}

function isStray(url: string, origins: string[]): boolean {
  return !/^(?:data|blob|about):/.test(url) && !origins.includes(new URL(url).origin);
}
