import { atBase } from '../basePath';
import { ApiError } from './error';
import { noteMissing } from './missing';
import {
  fillIn,
  type AddressParts,
  type Content,
  type Input,
  type Method,
  type Optional,
  type PathOf,
  type Reply,
} from './paths';
import type { Detail } from './stack.gen';
import { actingIn, teamHeader } from './team';

/** No answer within this time is a failure. */
const requestTimeoutMs = 30_000;

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** How a request is made, whatever its operation takes. */
interface Manner {
  /** Ends the request when nobody waits for it any more. */
  signal?: AbortSignal | undefined;
  fetcher?: Fetch;
}

type Sent<M extends Method, P extends PathOf<M>> = Input<M, P> & Manner;

/** The same, for any operation. */
interface Parts extends AddressParts, Manner {
  body?: unknown;
  etag?: string;
  /** The media type that is asked for; JSON when absent. */
  accept?: string;
}

/** A record and the version of it that was read; the version guards its next change. */
export interface Versioned<Value> {
  value: Value;
  /** Empty when the API gives no version. */
  etag: string;
}

/**
 * Calls an operation and returns its JSON. Every failure, also a missing
 * network, is thrown as an ApiError.
 */
export async function call<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  ...[sent]: Optional<Sent<M, P>>
): Promise<Reply<M, P>> {
  const reply = await parse(await send(method, path, sent as Parts));
  noteMissing(reply, (sent as Manner | undefined)?.signal);
  return reply as Reply<M, P>;
}

/** Calls an operation and returns the content of its envelope, and the version of it. */
export async function exchange<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  ...[sent]: Optional<Sent<M, P>>
): Promise<Versioned<Content<M, P>>> {
  const response = await send(method, path, sent as Parts);
  const reply = await parse(response);
  noteMissing(reply, (sent as Manner | undefined)?.signal);
  const { data, result } = reply as { data?: unknown; result?: unknown };
  return { value: (data ?? result) as Content<M, P>, etag: response.headers.get('ETag') ?? '' };
}

/** Reads one record or a list of them. */
export async function read<P extends PathOf<'GET'>>(path: P, ...sent: Optional<Sent<'GET', P>>) {
  return (await exchange('GET', path, ...sent)).value;
}

/** Lists that come in pages. */
type Paged = '/api/v2/alerts' | '/api/v2/saved-searches' | '/api/v2/webhooks';

const pageItems = 1_000;

/** Reads all pages of a list. */
export async function readPages<P extends Paged>(path: P): Promise<Content<'GET', P>> {
  const all: unknown[] = [];
  for (;;) {
    // Each page begins where the one before it ended.
    // oxlint-disable-next-line no-await-in-loop
    const { data, meta } = await call('GET', path as '/api/v2/alerts', {
      query: { limit: pageItems, offset: all.length },
    });
    all.push(...data);
    if (data.length === 0 || all.length >= meta.total) return all as Content<'GET', P>;
  }
}

/** Sends a body, or nothing, and returns what was made of it. */
export async function create<P extends PathOf<'POST'>>(path: P, ...sent: Optional<Sent<'POST', P>>) {
  return (await exchange('POST', path, ...sent)).value;
}

/** Replaces a record; refused with 412 when it is no longer at the version that was sent along. */
export async function replace<P extends PathOf<'PUT'>>(path: P, ...sent: Optional<Sent<'PUT', P>>) {
  return (await exchange('PUT', path, ...sent)).value;
}

/** Changes parts of a record. */
export async function change<P extends PathOf<'PATCH'>>(path: P, ...sent: Optional<Sent<'PATCH', P>>) {
  return (await exchange('PATCH', path, ...sent)).value;
}

/** Deletes a record. */
export async function remove<P extends PathOf<'DELETE'>>(path: P, ...sent: Optional<Sent<'DELETE', P>>): Promise<void> {
  await exchange('DELETE', path, ...sent);
}

/** Reads what an operation has in another media type than JSON. */
export async function download<P extends PathOf<'GET'>>(
  path: P,
  sent: Sent<'GET', P> & { accept: string },
): Promise<Blob> {
  return (await send('GET', path, sent as Parts)).blob();
}

/** Asks for an event stream and leaves it: what refuses it is thrown, which the browser keeps to itself. */
export async function knock<P extends PathOf<'GET'>>(path: P, ...[sent]: Optional<Sent<'GET', P>>): Promise<void> {
  const response = await send('GET', path, { ...(sent as Parts), accept: 'text/event-stream' });
  await response.body?.cancel();
}

/** The address of an operation, for what is not fetched: an event stream. */
export function addressOf<P extends PathOf<'GET'>>(path: P, ...[input]: Optional<Input<'GET', P>>): string {
  const { query, ...parts } = (input ?? {}) as AddressParts;
  return atBase(fillIn(path, { ...parts, query: { ...query, ...(actingIn() !== '' && { team: actingIn() }) } }));
}

/** Makes a request: nothing else in this program does. Refusals are thrown. */
async function send(method: Method, path: string, sent: Parts = {}): Promise<Response> {
  const { fetcher = fetch } = sent;
  let response: Response;
  try {
    response = await fetcher(atBase(fillIn(path, sent)), initOf(method, sent));
  } catch (cause) {
    throw noAnswer(cause);
  }
  if (!response.ok) throw refusal(response, await parse(response));
  return response;
}

function initOf(method: Method, { body, etag = '', accept, signal }: Parts): RequestInit {
  const deadline = AbortSignal.timeout(requestTimeoutMs);
  const headers: Record<string, string> = {
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...(etag !== '' && { 'If-Match': etag }),
    ...(accept !== undefined && { Accept: accept }),
    ...(actingIn() !== '' && { [teamHeader]: actingIn() }),
  };
  return {
    method,
    signal: signal === undefined ? deadline : AbortSignal.any([deadline, signal]),
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(Object.keys(headers).length > 0 && { headers }),
  };
}

function noAnswer(cause: unknown): ApiError {
  const isLate = cause instanceof DOMException && cause.name === 'TimeoutError';
  const message = isLate
    ? 'The server did not respond in time. Check that it is running, then try again.'
    : 'The server can’t be reached. Check that it is running, then try again.';
  return new ApiError(message, 0, '');
}

async function parse(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    throw new ApiError('The server’s response is not JSON.', response.status, requestId(response));
  }
}

function refusal(response: Response, parsed: unknown): ApiError {
  const message = messageOf(parsed) ?? `The server responded with status ${response.status}.`;
  return new ApiError(message, response.status, requestId(response), retryAfterSeconds(response), detailsOf(parsed));
}

function detailsOf(parsed: unknown): Detail[] {
  const given = typeof parsed === 'object' && parsed !== null && 'details' in parsed ? parsed.details : [];
  return Array.isArray(given) ? (given as Detail[]) : [];
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
