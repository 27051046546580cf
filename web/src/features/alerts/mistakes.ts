import { ApiError } from '../../api/error';

/** What a refusal says about one field; null when it says nothing. */
export function mistakeAt(field: 'name' | 'message', error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  const found = error.details.find(({ path }) => path === field || path === `alert.${field}`);
  return found === undefined ? null : `${found.message.replace(/^is not/, 'This is not')}.`;
}
