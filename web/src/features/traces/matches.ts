import type { SearchRequestBody } from '../../api/stack.gen';
import type { Row } from '../../api/telemetry';
import { preciseMs } from '../../components/trace/model';
import { timesOf, type TimeSpan } from '../../time/range';
import { only, whereOf, type Filter } from '../search/where';
import type { TraceOrder } from './state';

/** Reads rows, up to a cursor where there are more. */
export type Search = (
  body: SearchRequestBody,
  signal?: AbortSignal,
) => Promise<{ data: Row[]; meta: { cursor?: string } }>;

/** Spans that are asked for, in an order. */
export interface Matching {
  body: SearchRequestBody & { where: string; whereLanguage: 'lucene' | 'sql' };
  span: TimeSpan;
  order: TraceOrder;
}

/** Where a page of traces begins. */
export interface PageStart {
  cursor?: string;
  /** How many spans are asked for at once. */
  size: number;
  /** Traces whose spans would fill page after page. */
  without: string[];
  /** The last span before the spans of those were left out. */
  after?: Row;
  /** The traces of all pages before. */
  known: ReadonlySet<string>;
}

/** A span of each trace of a page, and where the next page begins. */
interface Matches {
  matches: Map<string, Row>;
  next: PageStart | undefined;
}

/** So many spans are asked for at once; the ids of their traces fit into one condition. */
export const pageSpans = 200;
/** So many once most of them are of traces that are known. */
const crowdedSpans = 1000;
/** A page has so many traces, unless there are no more. */
const pageTracesMin = 100;
/** After so many requests a page may have less of them, but never none. */
const requestsMax = 30;
/** The server takes 8192 bytes; the conditions of people are short. */
const whereSignsMax = 8000;

export const firstPage: PageStart = { size: pageSpans, without: [], known: new Set() };

/** The trace that a span belongs to. */
export function traceOf(row: Row): string {
  return String(row.TraceId);
}

/** Reads spans until they make a page of traces, however many of them a trace has. */
export async function readMatches(
  search: Search,
  matching: Matching,
  start: PageStart,
  signal: AbortSignal,
): Promise<Matches> {
  const matches = new Map<string, Row>();
  let next: PageStart | undefined = start;
  for (let requests = 0; next !== undefined && !isEnough(matches.size, requests); requests += 1) {
    // Each request begins where the one before it ended.
    // oxlint-disable-next-line no-await-in-loop
    const { data, meta } = await search(requestOf(matching, next), signal);
    const before = matches.size;
    for (const row of data) {
      const id = traceOf(row);
      if (!matches.has(id) && !start.known.has(id)) matches.set(id, row);
    }
    next = meta.cursor === undefined ? undefined : startAfter(next, data, matches.size - before, meta.cursor);
  }
  return { matches, next };
}

function isEnough(traces: number, requests: number): boolean {
  return traces >= pageTracesMin || (traces > 0 && requests >= requestsMax);
}

function startAfter(start: PageStart, rows: Row[], fresh: number, cursor: string): PageStart {
  const { size: before, ...same } = start;
  if (fresh * 4 >= rows.length) return { ...same, cursor, size: pageSpans };
  const crowd = before < crowdedSpans ? [] : crowdOf(rows);
  const after = rows.at(-1);
  if (crowd.length === 0 || after === undefined) return { ...same, cursor, size: crowdedSpans };
  const { cursor: _of, ...rest } = same;
  // Another condition has another cursor: the order is gone on with at the last span.
  return { ...rest, without: [...start.without, ...crowd], after, size: crowdedSpans };
}

/** The traces that a tenth of the spans or more belong to. */
function crowdOf(rows: Row[]): string[] {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(traceOf(row), (counts.get(traceOf(row)) ?? 0) + 1);
  return [...counts].filter(([, count]) => count * 10 >= rows.length).map(([id]) => id);
}

function requestOf({ body, span, order }: Matching, { cursor, size, without, after }: PageStart): SearchRequestBody {
  const place = after === undefined ? { filters: [], span } : placeOf(after, span, order);
  return {
    ...body,
    where: whereWithout(body, place.filters, without),
    ...timesOf(place.span),
    limit: size,
    ...(cursor !== undefined && { cursor }),
  };
}

/** What is left of an order from a span on, with those of its millisecond: their traces are known, or new. */
function placeOf(
  { Timestamp, Duration }: Row,
  span: TimeSpan,
  order: TraceOrder,
): { filters: Filter[]; span: TimeSpan } {
  const at = preciseMs(Timestamp);
  const took = Number(Duration);
  const filter = { ...only('Duration', ''), values: [] };
  switch (order) {
    case 'newest':
      return { filters: [], span: { ...span, end: Math.min(span.end, Math.ceil(at)) } };
    case 'oldest':
      return { filters: [], span: { ...span, start: Math.max(span.start, Math.floor(at)) } };
    case 'slowest':
      return { filters: [{ ...filter, range: { max: took } }], span };
    case 'fastest':
      return { filters: [{ ...filter, range: { min: took } }], span };
  }
}

/** The condition without traces, the last ones, as many as it has room for. */
function whereWithout({ where, whereLanguage }: Matching['body'], filters: Filter[], without: string[]): string {
  const excluding = { ...only('TraceId', ''), isExcluding: true };
  for (let from = 0; ; from += 1) {
    const whole = whereOf(where, whereLanguage, [...filters, { ...excluding, values: without.slice(from) }]);
    if (whole.length <= whereSignsMax || from >= without.length) return whole;
  }
}
