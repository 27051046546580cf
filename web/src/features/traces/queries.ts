import { infiniteQueryOptions, keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';

import type { SearchField, Source } from '../../api/stack.gen';
import { drawTile, listValues, searchRows, type Row } from '../../api/telemetry';
import type { TimeSpan } from '../../time/range';
import { selection, type Asked } from '../search/queries';
import { compare, comparedValues } from './compare';
import { firstPage, readMatches, traceOf, type Matching, type PageStart } from './matches';
import type { TraceOrder } from './state';
import { readFirsts, readTotals, type TraceTotals } from './totals';

/** Which traces are listed: those of the spans that are asked for. */
export interface TracesAsked extends Asked {
  order: TraceOrder;
  /** The spans are those that begin traces, which then stand for the whole of them. */
  isOfRoots: boolean;
  /** Expressions of attributes that are shown besides. */
  cols: string[];
}

/** A trace of the list. */
export interface FoundTrace {
  id: string;
  /** The span that begins it. */
  first: Row;
  /** The span that the conditions hold for. */
  match: Row;
  /** What all its spans make up; undefined where that could not be found out. */
  totals: TraceTotals | undefined;
}

interface TracesPage {
  traces: FoundTrace[];
  next: PageStart | undefined;
}

const columns = 'Timestamp, TraceId, SpanId, ParentSpanId, ServiceName, SpanName, Duration, StatusCode';

const orderBy: Partial<Record<TraceOrder, string>> = {
  oldest: 'Timestamp ASC',
  slowest: 'Duration DESC',
  fastest: 'Duration ASC',
};

/** Traces by any of their spans, page by page. */
export function tracesQuery({ source, where, language, span, order, isOfRoots, cols }: TracesAsked) {
  const select = [columns, ...cols].join(', ');
  const matching: Matching = {
    body: {
      sourceId: source.id,
      where,
      whereLanguage: language,
      select,
      ...(orderBy[order] !== undefined && { orderBy: orderBy[order] }),
    },
    span,
    order,
  };
  return infiniteQueryOptions({
    queryKey: ['traces', source.id, where, language, order, span, select],
    queryFn: ({ pageParam, signal }) => readPage(source, matching, pageParam, signal),
    initialPageParam: firstPage,
    getNextPageParam: ({ next }: TracesPage, pages: TracesPage[]) => next && { ...next, known: idsOf(pages) },
    select: ({ pages }) => (isOfRoots ? inOrder(listOf(pages), order) : listOf(pages)),
    placeholderData: keepPreviousData,
  });
}

function idsOf(pages: TracesPage[]): Set<string> {
  return new Set(pages.flatMap(({ traces }) => traces.map(({ id }) => id)));
}

/** The traces of all pages, each once. */
export function listOf(pages: TracesPage[]): FoundTrace[] {
  const found = new Map<string, FoundTrace>();
  for (const one of pages.flatMap(({ traces }) => traces)) if (!found.has(one.id)) found.set(one.id, one);
  return [...found.values()];
}

/** Traces that were found by how long their first spans took, in the order of how long they took as a whole. */
export function inOrder(traces: FoundTrace[], order: TraceOrder): FoundTrace[] {
  if (order !== 'slowest' && order !== 'fastest') return traces;
  const sign = order === 'slowest' ? -1 : 1;
  return traces.toSorted((one, other) => sign * (lengthOf(one) - lengthOf(other)));
}

/** How long a trace took, in the unit of its source: from its earliest start to its latest end. */
export function lengthOf({ totals, first }: FoundTrace): number {
  return totals?.length ?? Number(first.Duration);
}

async function readPage(
  source: Source,
  matching: Matching,
  start: PageStart,
  signal: AbortSignal,
): Promise<TracesPage> {
  const { matches, next } = await readMatches(searchRows, matching, start, signal);
  const about = { source, select: matching.body.select ?? columns, span: around(matching.span), signal };
  // The list is worth showing without them.
  const totals = await readTotals(drawTile, [...matches.keys()], about).catch(() => new Map<string, TraceTotals>());
  const isFirst = (row: Row) => row.ParentSpanId === '' && totals.get(traceOf(row))?.roots === 1;
  const unknown = [...matches.values()].filter((row) => !isFirst(row)).map(traceOf);
  const firsts = await readFirsts(searchRows, unknown, about);
  const traces = [...matches].map(([id, match]) => ({
    id,
    match,
    first: firsts.get(id) ?? match,
    totals: totals.get(id),
  }));
  return { traces, next };
}

/** A trace may have begun this long before the span that matches. */
const tracesLastMs = 3_600_000;

function around({ start, end }: TimeSpan): TimeSpan {
  return { start: start - tracesLastMs, end: end + tracesLastMs };
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
