import { call, type Fetch, type Method } from './client';

/** A record and the version of it that was read; the version guards its next change. */
export interface Versioned<Value> {
  value: Value;
  /** Empty when the API gives no version. */
  etag: string;
}

/** What goes along with a request besides its path. */
export interface Sent {
  body?: unknown;
  /** The version that is to be changed; when the record has changed since, the answer is 412. */
  etag?: string;
  fetcher?: Fetch;
}

/** Both public APIs put their content into an envelope: `data` in the stack's, `result` in the cloud's. */
interface Envelope {
  data?: unknown;
  result?: unknown;
}

/** Calls a public API and answers the content of the envelope with its version. */
export async function exchange<Value>(method: Method, path: string, sent: Sent = {}): Promise<Versioned<Value>> {
  const { body, etag = '', fetcher = fetch } = sent;
  let answered = '';
  const envelope = await call<Envelope>(method, path, body, async (url, init) => {
    const response = await fetcher(
      url,
      etag === '' ? init : { ...init, headers: { ...init.headers, 'If-Match': etag } },
    );
    answered = response.headers.get('ETag') ?? '';
    return response;
  });
  return { value: (envelope.data ?? envelope.result) as Value, etag: answered };
}

/** Reads one record or a list of them. */
export async function read<Value>(path: string): Promise<Value> {
  return (await exchange<Value>('GET', path)).value;
}

/** Sends a body and answers what was made of it. */
export async function create<Value>(path: string, body: unknown): Promise<Value> {
  return (await exchange<Value>('POST', path, { body })).value;
}

/** Takes a record away. */
export async function remove(path: string): Promise<void> {
  await exchange('DELETE', path);
}
