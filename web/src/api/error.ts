import { counted } from '../number';
import { ruleWords } from './fields';
import type { Detail } from './stack.gen';

/** A request that the server refused, or that never reached it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    message: string,
    /** HTTP status, 0 when there was no answer. */
    readonly status: number,
    /** What to quote when asking the operator about this failure; empty when unknown. */
    readonly requestId: string,
    /** Seconds to wait before the next attempt, when the server said so. */
    readonly retryAfterSeconds: number | null = null,
    /** The rules that the request breaks, and where; the message joins them. */
    readonly details: readonly Detail[] = [],
  ) {
    super(message);
  }
}

/** Says whether a failure means that nobody is signed in. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** Says whether a failure means that the signed-in person may not do it. */
export function isForbidden(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403;
}

/** Says whether a failure passes without anybody doing anything: the server is away or busy. */
export function isAway(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}

/** Says whether the same request may succeed later: a refusal stays one. */
export function canRetry(error: unknown): boolean {
  return !(error instanceof ApiError) || isAway(error) || isSignedOut(error);
}

/** The sentence to show for something that could not be read, and is read again while the server is away. */
export function describeRead(error: unknown): string {
  if (!(error instanceof ApiError) || !isAway(error)) return describe(error);
  return `${wordsOf(error)} Retrying automatically.`;
}

/** The sentence to show for a failure of any kind. */
export function describe(error: unknown): string {
  if (error instanceof ApiError) return withWait(error);
  if (error instanceof Error) return error.message;
  return 'Something went wrong.';
}

/** The message for people: a place in a request is named by its field, not by the path that the API has for it. */
function wordsOf({ message, details }: ApiError): string {
  const [first] = details;
  const isJoined = first !== undefined && message.toLowerCase().startsWith(`${first.path}: `.toLowerCase());
  return isJoined ? `${[...new Set(details.map(ruleWords))].join('. ')}.` : message;
}

function withWait(error: ApiError): string {
  if (error.retryAfterSeconds === null) return wordsOf(error);
  return `${wordsOf(error)} Try again in ${counted(error.retryAfterSeconds, 'second')}.`;
}

/** The request id of a failure, empty when it has none. */
export function requestIdOf(error: unknown): string {
  return error instanceof ApiError ? error.requestId : '';
}
