import { ApiError } from './error';

/** No answer within this time is a failure. */
const requestTimeoutMs = 30_000;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Calls an API of this server and answers its parsed body. Every failure, also a
 * missing network, is thrown as an ApiError.
 */
export async function call<Body>(method: Method, path: string, body?: unknown, fetcher: Fetch = fetch): Promise<Body> {
  const response = await send(method, path, body, fetcher);
  const parsed = await parse(response);
  if (!response.ok) throw refusal(response, parsed);
  return parsed as Body;
}

async function send(method: Method, path: string, body: unknown, fetcher: Fetch): Promise<Response> {
  const init: RequestInit = { method, signal: AbortSignal.timeout(requestTimeoutMs) };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { 'Content-Type': 'application/json' };
  }
  try {
    return await fetcher(path, init);
  } catch (cause) {
    throw unreachable(cause);
  }
}

function unreachable(cause: unknown): ApiError {
  const isLate = cause instanceof DOMException && cause.name === 'TimeoutError';
  const message = isLate
    ? 'The server did not answer in time. Check that it is running, then try again.'
    : 'The server can’t be reached. Check that it is running, then try again.';
  return new ApiError(message, 0, '');
}

async function parse(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    throw new ApiError('The server gave an answer that is not JSON.', response.status, requestId(response));
  }
}

function refusal(response: Response, parsed: unknown): ApiError {
  const message = messageOf(parsed) ?? `The server answered with status ${response.status}.`;
  return new ApiError(message, response.status, requestId(response), retryAfterSeconds(response));
}

/** The stack's APIs say `message`, the cloud's say `error` behind a reason in capitals. */
function messageOf(parsed: unknown): string | null {
  if (typeof parsed !== 'object' || parsed === null) return null;
  if ('message' in parsed) return sentenceOf(parsed.message);
  if ('error' in parsed && typeof parsed.error === 'string') return sentenceOf(parsed.error.replace(/^[A-Z_]+: /, ''));
  return null;
}

function sentenceOf(message: unknown): string | null {
  return typeof message === 'string' && message !== '' ? asSentence(message) : null;
}

/** Messages of the API start small and end without a full stop; people read sentences. */
function asSentence(message: string): string {
  const capital = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}

function requestId(response: Response): string {
  return response.headers.get('X-Request-Id') ?? '';
}

function retryAfterSeconds(response: Response): number | null {
  const header = response.headers.get('Retry-After');
  return header !== null && /^\d+$/.test(header) ? Number(header) : null;
}
