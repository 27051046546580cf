import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';

import type { SearchRequestBody, Source } from '../../api/stack.gen';
import { searchRows, type Row } from '../../api/telemetry';
import { timesOf, type TimeSpan } from '../../time/range';
import { sqlText } from '../search/where';

/** How the list of traces is narrowed. */
export interface TracesAsked {
  source: Source;
  span: TimeSpan;
  service: string;
  onlyErrors: boolean;
  /** Shortest duration in milliseconds, 0 for any. */
  minMs: number;
  order: 'newest' | 'slowest';
}

/** A trace of the list. */
export interface FoundTrace {
  id: string;
  /** The span that begins it; the one that matches when that has not arrived. */
  first: Row;
  /** The span that the conditions hold for. */
  match: Row;
}

interface TracesPage {
  traces: FoundTrace[];
  cursor: string | undefined;
}

const columns = 'Timestamp, TraceId, SpanId, ParentSpanId, ServiceName, SpanName, Duration, StatusCode';
/** So many spans are asked for at once; the ids of their traces fit into one condition. */
const pageSpans = 200;
/** Spans of few traces make short pages, so up to this many are read for one. */
const spanPagesMax = 5;
const pageTracesMin = 100;
/** A trace may have begun this long before the span that matches. */
const tracesLastMs = 3_600_000;

/** The condition of a list of traces: one of their spans has to meet all of it. */
export function whereOfTraces({ source, service, onlyErrors, minMs }: Omit<TracesAsked, 'span' | 'order'>): string {
  const perMs = 10 ** ((source.durationPrecision ?? 3) - 3);
  const parts = [
    service === '' ? '' : `ServiceName:"${service.replaceAll(/["\\]/g, String.raw`\$&`)}"`,
    onlyErrors ? 'StatusCode:"Error"' : '',
    minMs > 0 ? `Duration:>=${minMs * perMs}` : '',
  ].filter(Boolean);
  // Without a condition the spans that begin traces are enough.
  return parts.length === 0 ? '-ParentSpanId:*' : parts.join(' ');
}

/** Traces by any of their spans, page by page. */
export function tracesQuery(asked: TracesAsked) {
  const { source, span, order } = asked;
  const where = whereOfTraces(asked);
  const body: SearchRequestBody = {
    sourceId: source.id,
    where,
    select: columns,
    limit: pageSpans,
    ...timesOf(span),
    ...(order === 'slowest' && { orderBy: 'Duration DESC' }),
  };
  return infiniteQueryOptions({
    queryKey: ['traces', source.id, where, order, span],
    queryFn: ({ pageParam, signal }) => readPage(body, span, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }: TracesPage) => cursor,
    select: ({ pages }) => listOf(pages),
    placeholderData: keepPreviousData,
  });
}

/** The traces of all pages, each once. */
export function listOf(pages: TracesPage[]): FoundTrace[] {
  const found = new Map<string, FoundTrace>();
  for (const one of pages.flatMap(({ traces }) => traces)) if (!found.has(one.id)) found.set(one.id, one);
  return [...found.values()];
}

async function readPage(
  body: SearchRequestBody,
  span: TimeSpan,
  from: string | undefined,
  signal: AbortSignal,
): Promise<TracesPage> {
  const matches = new Map<string, Row>();
  let cursor = from;
  let pages = 0;
  do {
    // Each page begins where the one before it ended.
    // oxlint-disable-next-line no-await-in-loop
    const { data, meta } = await searchRows({ ...body, ...(cursor !== undefined && { cursor }) }, signal);
    for (const row of data) if (!matches.has(traceOf(row))) matches.set(traceOf(row), row);
    cursor = meta.cursor;
    pages += 1;
  } while (cursor !== undefined && matches.size < pageTracesMin && pages < spanPagesMax);
  const firsts = await readFirsts([...matches.values()], body.sourceId, span, signal);
  const traces = [...matches].map(([id, match]) => ({ id, match, first: firsts.get(id) ?? match }));
  return { traces, cursor };
}

/** The spans that begin the traces of other spans. */
async function readFirsts(
  matches: Row[],
  sourceId: string,
  { start, end }: TimeSpan,
  signal: AbortSignal,
): Promise<Map<string, Row>> {
  const ids = matches.filter((row) => row.ParentSpanId !== '').map(traceOf);
  const parts = Array.from({ length: Math.ceil(ids.length / pageSpans) }, (_, at) =>
    ids.slice(at * pageSpans, (at + 1) * pageSpans),
  );
  const answers = await Promise.all(
    parts.map((part) =>
      searchRows(
        {
          sourceId,
          where: `ParentSpanId = '' AND TraceId IN (${part.map(sqlText).join(',')})`,
          whereLanguage: 'sql',
          select: columns,
          limit: pageSpans,
          ...timesOf({ start: start - tracesLastMs, end }),
        },
        signal,
      ),
    ),
  );
  return new Map(answers.flatMap(({ data }) => data.map((row) => [traceOf(row), row] as const)));
}

function traceOf(row: Row): string {
  return String(row.TraceId);
}
