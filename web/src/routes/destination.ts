/**
 * The place to go to after signing in. Only a path of this site counts: a link
 * to the sign-in page must not be able to send people elsewhere.
 */
export function destination(from: unknown): string {
  if (typeof from !== 'string' || !from.startsWith('/')) return '/';
  // Browsers read `//host` and `/\host` as another host.
  return /^\/[/\\]/.test(from) ? '/' : from;
}
