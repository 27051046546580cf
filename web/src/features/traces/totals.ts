import type { SelectItem, Source } from '../../api/stack.gen';
import type { drawTile, Row } from '../../api/telemetry';
import { sqlText } from '../../components/query/quoted';
import { timesOf, type TimeSpan } from '../../time/range';
import { cellsOf } from '../dashboards/cells';
import { questionOf, unnarrowed } from '../dashboards/scope';
import { pageSpans, traceOf, type Search } from './matches';
import { durationOf } from './where';

/** What all spans of a trace make up. */
export interface TraceTotals {
  spans: number;
  /** How many of them failed. */
  errors: number;
  /** How many of them have no parent. */
  roots: number;
  /** Epoch milliseconds of the earliest start. */
  start: number;
  /** From there to the latest end, in the unit of the source's durations. */
  length: number;
}

/** Where spans of traces are read, and what of them. */
interface About {
  source: Source;
  select: string;
  /** All of the time that the traces may take. */
  span: TimeSpan;
  signal: AbortSignal;
}

/** Spans of one answer; those of most traces fit. */
const firstSpans = 1000;

/** Asks for so many traces at once as fit into one condition. */
async function readParts<Found>(ids: string[], read: (ids: string[]) => Promise<[string, Found][]>) {
  const parts = Array.from({ length: Math.ceil(ids.length / pageSpans) }, (_, at) =>
    ids.slice(at * pageSpans, (at + 1) * pageSpans),
  );
  return new Map((await Promise.all(parts.map(read))).flat());
}

function isAmong(ids: string[]): string {
  return `TraceId IN (${ids.map(sqlText).join(',')})`;
}

/** Reads what the spans of traces make up. */
export function readTotals(draw: typeof drawTile, ids: string[], about: About): Promise<Map<string, TraceTotals>> {
  return readParts(ids, (part) => readSomeTotals(draw, part, about));
}

async function readSomeTotals(
  draw: typeof drawTile,
  ids: string[],
  { source, span, signal }: About,
): Promise<[string, TraceTotals][]> {
  const perMs = 10 ** ((source.durationPrecision ?? 3) - 3);
  const startMs = Math.floor(span.start);
  // Times after the start of the range stay exact: those after the epoch have more digits than a number.
  const start = `(toUnixTimestamp64Nano(Timestamp) - ${startMs}000000) * ${perMs / 1e6}`;
  const select: SelectItem[] = [
    { aggFn: 'count' },
    { aggFn: 'count', where: "StatusCode = 'Error'", whereLanguage: 'sql' },
    { aggFn: 'count', where: "ParentSpanId = ''", whereLanguage: 'sql' },
    { aggFn: 'min', valueExpression: start },
    { aggFn: 'max', valueExpression: `${start} + ${durationOf(source)}` },
  ];
  const scope = { ...unnarrowed(span), query: { where: isAmong(ids), whereLanguage: 'sql' as const } };
  const question = questionOf({ displayType: 'table', sourceId: source.id, groupBy: 'TraceId', select }, scope);
  return cellsOf(await draw(question, signal)).map(({ group, values }) => {
    const [spans, errors, roots, first, last] = values.map((value) => value ?? 0);
    return [
      group[0] ?? '',
      {
        spans: spans ?? 0,
        errors: errors ?? 0,
        roots: roots ?? 0,
        start: startMs + (first ?? 0) / perMs,
        length: (last ?? 0) - (first ?? 0),
      },
    ];
  });
}

/** The spans that begin traces: the first one without a parent; the first of all where none has arrived. */
export async function readFirsts(search: Search, ids: string[], about: About): Promise<Map<string, Row>> {
  const roots = await readParts(ids, (part) => readEarliest(search, part, about, "ParentSpanId = '' AND "));
  const rootless = ids.filter((id) => !roots.has(id));
  const others = await readParts(rootless, (part) => readEarliest(search, part, about, ''));
  return new Map([...roots, ...others]);
}

/** The earliest span of each trace, the longest of those that start at once. */
async function readEarliest(
  search: Search,
  ids: string[],
  { source, select, span, signal }: About,
  condition: string,
): Promise<[string, Row][]> {
  const found = new Map<string, Row>();
  let left = ids;
  while (left.length > 0) {
    // What is asked for next are the traces that this answer had no room for.
    // oxlint-disable-next-line no-await-in-loop
    const { data, meta } = await search(
      {
        sourceId: source.id,
        where: `${condition}${isAmong(left)}`,
        whereLanguage: 'sql',
        select,
        orderBy: 'Timestamp ASC, Duration DESC',
        limit: firstSpans,
        ...timesOf(span),
      },
      signal,
    );
    for (const row of data) if (!found.has(traceOf(row))) found.set(traceOf(row), row);
    left = meta.cursor === undefined || data.length === 0 ? [] : left.filter((id) => !found.has(id));
  }
  return [...found];
}
