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
  ) {
    super(message);
  }
}

/** Says whether a failure means that nobody is signed in. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** Says whether a failure passes without anybody doing anything: the server is away or busy. */
export function isAway(error: unknown): boolean {
  if (error === null || error === undefined) return false;
  return !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500;
}

/** The sentence to show for something that could not be read, and is read again while the server is away. */
export function describeRead(error: unknown): string {
  if (!(error instanceof ApiError) || !isAway(error)) return describe(error);
  return `${error.message} Retrying automatically.`;
}

/** The sentence to show for a failure of any kind. */
export function describe(error: unknown): string {
  if (error instanceof ApiError) return withWait(error);
  if (error instanceof Error) return error.message;
  return 'Something went wrong.';
}

function withWait(error: ApiError): string {
  if (error.retryAfterSeconds === null) return error.message;
  const unit = error.retryAfterSeconds === 1 ? 'second' : 'seconds';
  return `${error.message} Try again in ${error.retryAfterSeconds} ${unit}.`;
}

/** The request id of a failure, empty when it has none. */
export function requestIdOf(error: unknown): string {
  return error instanceof ApiError ? error.requestId : '';
}
