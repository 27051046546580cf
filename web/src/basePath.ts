/**
 * The path below which a proxy serves the interface, such as `/cairn`; empty for the root. The server writes it into
 * the page, so that one build serves every path.
 */
const basePath = typeof document === 'undefined' ? '' : basePathOf(document);

/** The base path that a page names. */
export function basePathOf(page: Pick<Document, 'querySelector'>): string {
  return page.querySelector('meta[name="base-path"]')?.getAttribute('content') ?? '';
}

/** A path of this server as the browser has to ask for it. */
export function atBase(path: string, base = basePath): string {
  return base + path;
}
