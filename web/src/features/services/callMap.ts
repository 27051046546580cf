import type { Row } from '../../api/telemetry';

/** Calls from one service to another. */
export interface Call {
  from: string;
  to: string;
  count: number;
  errors: number;
}

/** A service in the drawing. */
export interface Place {
  name: string;
  x: number;
  y: number;
}

/** The map with its places; sizes are in pixels. */
export interface CallMap {
  places: Place[];
  calls: Call[];
  width: number;
  height: number;
}

export const boxWidth = 148;
export const boxHeight = 40;
const gapX = 96;
const gapY = 22;

/** Counts calls: a span whose parent belongs to another service. */
export function callsOf(rows: Row[]): Call[] {
  const services = new Map(
    rows.map((row) => [`${String(row.TraceId)} ${String(row.SpanId)}`, String(row.ServiceName)]),
  );
  const calls = new Map<string, Call>();
  for (const row of rows) {
    const from = services.get(`${String(row.TraceId)} ${String(row.ParentSpanId)}`);
    const to = String(row.ServiceName);
    if (from === undefined || from === to) continue;
    const key = JSON.stringify([from, to]);
    const call = calls.get(key) ?? { from, to, count: 0, errors: 0 };
    call.count += 1;
    call.errors += row.StatusCode === 'Error' ? 1 : 0;
    calls.set(key, call);
  }
  return [...calls.values()].toSorted((one, other) => other.count - one.count);
}

/** Lays the services out in columns: each stands right of the first that calls it. */
export function layOut(services: string[], calls: Call[]): CallMap {
  const ranks = ranksOf(services, calls);
  const columns = new Map<number, string[]>();
  for (const name of services.toSorted()) {
    const rank = ranks.get(name) ?? 0;
    columns.set(rank, [...(columns.get(rank) ?? []), name]);
  }
  const most = Math.max(1, ...[...columns.values()].map(({ length }) => length));
  const height = most * (boxHeight + gapY) - gapY;
  const places = [...columns].flatMap(([rank, names]) => {
    const top = (height - (names.length * (boxHeight + gapY) - gapY)) / 2;
    return names.map((name, at) => ({ name, x: rank * (boxWidth + gapX), y: top + at * (boxHeight + gapY) }));
  });
  const width = (Math.max(0, ...columns.keys()) + 1) * (boxWidth + gapX) - gapX;
  return { places, calls, width, height };
}

/** The shortest way to a service from one that nobody calls; services in a circle begin at the left. */
function ranksOf(services: string[], calls: Call[]): Map<string, number> {
  const forward = withoutReturns(calls);
  const called = new Set(forward.map(({ to }) => to));
  const ranks = new Map(services.filter((name) => !called.has(name)).map((name) => [name, 0]));
  for (let round = 0; round < services.length; round += 1) {
    const known = new Map(ranks);
    for (const { from, to } of forward) {
      const rank = known.get(from);
      if (rank !== undefined && !ranks.has(to)) ranks.set(to, rank + 1);
    }
  }
  return compact(new Map(services.map((name) => [name, ranks.get(name) ?? 0])));
}

/** Of two services that call each other the busier direction counts. */
function withoutReturns(calls: Call[]): Call[] {
  return calls.filter(({ from, to, count }) => {
    const back = calls.find((call) => call.from === to && call.to === from);
    return back === undefined || count > back.count || (count === back.count && from < to);
  });
}

function compact(ranks: Map<string, number>): Map<string, number> {
  const used = [...new Set(ranks.values())].toSorted((one, other) => one - other);
  return new Map([...ranks].map(([name, rank]) => [name, used.indexOf(rank)]));
}
