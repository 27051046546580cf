import type { Row } from '../../api/telemetry';

/** Something that happened within a span. */
interface SpanEvent {
  name: string;
  /** Milliseconds after the start of the trace. */
  at: number;
  attributes: Record<string, unknown>;
}

/** Another span that a span names, mostly of another trace. */
export interface SpanLink {
  traceId: string;
  spanId: string;
  attributes: Record<string, unknown>;
}

/** A span as the waterfall draws it; times are milliseconds after the start of the trace. */
export interface TraceSpan {
  id: string;
  parentId: string;
  name: string;
  service: string;
  kind: string;
  start: number;
  length: number;
  isError: boolean;
  message: string;
  depth: number;
  childCount: number;
  events: SpanEvent[];
  links: SpanLink[];
  row: Row;
}

/** A trace in the order in which it is drawn: every span before its children. */
export interface TraceModel {
  spans: TraceSpan[];
  /** The span that begins it: the earliest without a parent; the earliest of all where none has arrived. */
  first: TraceSpan | undefined;
  /** Epoch milliseconds of the first span. */
  startedAt: number;
  length: number;
  services: string[];
  errorCount: number;
}

/** Milliseconds of an RFC 3339 time, with the places behind the milliseconds. */
export function preciseMs(time: unknown): number {
  const match = /^(.{19})(?:\.(\d+))?/.exec(String(time));
  const whole = match === null ? Number.NaN : Date.parse(`${match[1]}Z`);
  return Number.isNaN(whole) ? 0 : whole + Number(`0.${match?.[2] ?? '0'}`) * 1000;
}

/** Builds the tree of a trace; spans whose parent is missing stand at the top. */
export function modelOf(rows: Row[], durationPrecision = 9): TraceModel {
  const starts = rows.map((row) => preciseMs(row.Timestamp));
  const startedAt = starts.reduce((least, start) => Math.min(least, start), Number.POSITIVE_INFINITY);
  const spans = rows.map((row, at) =>
    spanOf(row, (starts[at] ?? 0) - startedAt, { startedAt, perMs: 10 ** (durationPrecision - 3) }),
  );
  const length = spans.reduce((most, span) => Math.max(most, span.start + span.length), 0);
  const ordered = inOrder(spans);
  return {
    spans: ordered,
    first: firstOf(ordered),
    startedAt: Number.isFinite(startedAt) ? startedAt : 0,
    length,
    services: [...new Set(spans.map(({ service }) => service))],
    errorCount: spans.filter(({ isError }) => isError).length,
  };
}

function spanOf(row: Row, start: number, { startedAt, perMs }: { startedAt: number; perMs: number }): TraceSpan {
  return {
    id: text(row.SpanId),
    parentId: text(row.ParentSpanId),
    name: text(row.SpanName),
    service: text(row.ServiceName),
    kind: text(row.SpanKind),
    start,
    length: Number(row.Duration ?? 0) / perMs,
    isError: text(row.StatusCode).toLowerCase() === 'error',
    message: text(row.StatusMessage),
    depth: 0,
    childCount: 0,
    events: eventsOf(row, startedAt),
    links: linksOf(row),
    row,
  };
}

function eventsOf(row: Row, startedAt: number): SpanEvent[] {
  const [names, times, attributes] = [
    list(row['Events.Name']),
    list(row['Events.Timestamp']),
    list(row['Events.Attributes']),
  ];
  return names.map((name, at) => ({
    name: text(name),
    at: preciseMs(times[at]) - startedAt,
    attributes: (attributes[at] ?? {}) as Record<string, unknown>,
  }));
}

function linksOf(row: Row): SpanLink[] {
  const [spanIds, attributes] = [list(row['Links.SpanId']), list(row['Links.Attributes'])];
  return list(row['Links.TraceId']).map((traceId, at) => ({
    traceId: text(traceId),
    spanId: text(spanIds[at]),
    attributes: (attributes[at] ?? {}) as Record<string, unknown>,
  }));
}

/** Depth first, siblings by their start. A parent that is its own ancestor breaks no loop: each span is drawn once. */
function inOrder(spans: TraceSpan[]): TraceSpan[] {
  const ids = new Set(spans.map(({ id }) => id));
  const children = new Map<string, TraceSpan[]>();
  for (const span of spans) {
    const parent = ids.has(span.parentId) && span.parentId !== span.id ? span.parentId : '';
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [span]);
    else siblings.push(span);
  }
  const ordered: TraceSpan[] = [];
  const drawn = new Set<TraceSpan>();
  const visit = (span: TraceSpan, depth: number) => {
    const stack = [{ span, depth }];
    while (stack.length > 0) {
      const next = stack.pop();
      if (next === undefined || drawn.has(next.span)) continue;
      drawn.add(next.span);
      const own = (children.get(next.span.id) ?? []).toSorted(byStart);
      ordered.push({ ...next.span, depth: next.depth, childCount: own.length });
      // One by one: a call has no room for tens of thousands of arguments.
      for (const child of own.toReversed()) stack.push({ span: child, depth: next.depth + 1 });
    }
  };
  for (const root of (children.get('') ?? []).toSorted(byStart)) visit(root, 0);
  for (const lost of spans) visit(lost, 0);
  return ordered;
}

function firstOf(spans: TraceSpan[]): TraceSpan | undefined {
  const roots = spans.filter(({ parentId }) => parentId === '');
  return (roots.length > 0 ? roots : spans).toSorted(byStart)[0];
}

function byStart(one: TraceSpan, other: TraceSpan): number {
  return one.start - other.start || other.length - one.length;
}

/** The spans that are seen while some are folded. */
export function unfolded(spans: TraceSpan[], folded: ReadonlySet<string>): TraceSpan[] {
  let hiddenBelow = Number.POSITIVE_INFINITY;
  return spans.filter(({ id, depth }) => {
    if (depth > hiddenBelow) return false;
    hiddenBelow = folded.has(id) ? depth : Number.POSITIVE_INFINITY;
    return true;
  });
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
