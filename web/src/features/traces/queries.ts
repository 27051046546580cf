import { infiniteQueryOptions, keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';

import type { SearchField, SearchRequestBody, SelectItem } from '../../api/stack.gen';
import { drawTile, listValues, searchRows, type Row } from '../../api/telemetry';
import { timesOf, type TimeSpan } from '../../time/range';
import { cellsOf } from '../dashboards/cells';
import { questionOf, unnarrowed } from '../dashboards/scope';
import { selection, type Asked } from '../search/queries';
import { sqlText } from '../../components/query/quoted';
import { compare, comparedValues } from './compare';
import type { TraceOrder } from './state';

/** Which traces are listed: those of the spans that are asked for. */
export interface TracesAsked extends Asked {
  order: TraceOrder;
  /** Expressions of attributes that are shown besides. */
  cols: string[];
}

/** A trace of the list. */
export interface FoundTrace {
  id: string;
  /** The span that begins it; the one that matches when that has not arrived. */
  first: Row;
  /** The span that the conditions hold for. */
  match: Row;
  /** How many spans it has, and how many of them failed; undefined where that could not be found out. */
  counts: TraceCounts | undefined;
}

export interface TraceCounts {
  spans: number;
  errors: number;
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

const orderBy: Partial<Record<TraceOrder, string>> = {
  oldest: 'Timestamp ASC',
  slowest: 'Duration DESC',
  fastest: 'Duration ASC',
};

/** Traces by any of their spans, page by page. */
export function tracesQuery({ source, where, language, span, order, cols }: TracesAsked) {
  const select = [columns, ...cols].join(', ');
  const body: SearchRequestBody = {
    sourceId: source.id,
    where,
    whereLanguage: language,
    select,
    limit: pageSpans,
    ...timesOf(span),
    ...(orderBy[order] !== undefined && { orderBy: orderBy[order] }),
  };
  return infiniteQueryOptions({
    queryKey: ['traces', source.id, where, language, order, span, select],
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
  const ids = [...matches.keys()];
  const beginning = [...matches.values()].filter((row) => row.ParentSpanId !== '').map(traceOf);
  const [firsts, counts] = await Promise.all([
    readParts(beginning, (part) => readFirsts(part, body, span, signal)),
    // The list is worth showing without them.
    readParts(ids, (part) => readCounts(part, body.sourceId, span, signal)).catch(() => new Map<string, TraceCounts>()),
  ]);
  const traces = [...matches].map(([id, match]) => ({
    id,
    match,
    first: firsts.get(id) ?? match,
    counts: counts.get(id),
  }));
  return { traces, cursor };
}

/** Asks for so many traces at once as fit into one condition. */
async function readParts<Found>(ids: string[], read: (ids: string[]) => Promise<[string, Found][]>) {
  const parts = Array.from({ length: Math.ceil(ids.length / pageSpans) }, (_, at) =>
    ids.slice(at * pageSpans, (at + 1) * pageSpans),
  );
  return new Map((await Promise.all(parts.map(read))).flat());
}

function around({ start, end }: TimeSpan): TimeSpan {
  return { start: start - tracesLastMs, end: end + tracesLastMs };
}

function isAmong(ids: string[]): string {
  return `TraceId IN (${ids.map(sqlText).join(',')})`;
}

/** The spans that begin the traces of other spans. */
async function readFirsts(
  ids: string[],
  { sourceId, select }: SearchRequestBody,
  span: TimeSpan,
  signal: AbortSignal,
): Promise<[string, Row][]> {
  const body: SearchRequestBody = {
    sourceId,
    where: `ParentSpanId = '' AND ${isAmong(ids)}`,
    whereLanguage: 'sql',
    ...(select !== undefined && { select }),
    limit: pageSpans,
    ...timesOf(around(span)),
  };
  return (await searchRows(body, signal)).data.map((row) => [traceOf(row), row]);
}

/** How many spans traces have. */
async function readCounts(
  ids: string[],
  sourceId: string,
  span: TimeSpan,
  signal: AbortSignal,
): Promise<[string, TraceCounts][]> {
  const select: SelectItem[] = [
    { aggFn: 'count' },
    { aggFn: 'count', where: "StatusCode = 'Error'", whereLanguage: 'sql' },
  ];
  const scope = { ...unnarrowed(around(span)), query: { where: isAmong(ids), whereLanguage: 'sql' as const } };
  const question = questionOf({ displayType: 'table', sourceId, groupBy: 'TraceId', select }, scope);
  const content = await drawTile(question, signal);
  return cellsOf(content).map(({ group, values: [spans, errors] }) => [
    group[0] ?? '',
    { spans: spans ?? 0, errors: errors ?? 0 },
  ]);
}

function traceOf(row: Row): string {
  return String(row.TraceId);
}

/** Compares the values of selected spans with those of all; undefined fields are not known yet. */
export function comparisonQuery(selected: Asked, all: Asked, fields: SearchField[] | undefined) {
  const names = fields?.map(({ expression }) => expression) ?? [];
  const read = (asked: Asked, signal: AbortSignal) =>
    listValues({ ...selection(asked), fields: names, limit: comparedValues }, signal);
  return queryOptions({
    queryKey: ['traces', 'comparison', selection(selected), selection(all), names],
    queryFn:
      fields === undefined || fields.length === 0
        ? skipToken
        : async ({ signal }) => {
            const [some, every] = await Promise.all([read(selected, signal), read(all, signal)]);
            return compare(fields, some.data, every.data);
          },
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
