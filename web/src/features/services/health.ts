import type { ChartAnswer } from '../../api/telemetry';
import { numberAt } from '../../charting/content';
import type { TimeSpan } from '../../time/range';

/** How a service or an operation did over a range; latencies in the source's unit. */
export interface Health {
  name: string;
  requests: number;
  perSecond: number;
  errorShare: number;
  p50: number | null;
  p95: number | null;
  p99: number | null;
}

/** Reads the health of each group; a range that falls into two buckets takes its latencies from the fuller one. */
export function healthOf(answer: ChartAnswer, span: TimeSpan): Health[] {
  const seconds = Math.max(1, (span.end - span.start) / 1000);
  const found = new Map<string, Health & { errors: number; most: number }>();
  for (const point of answer.data) {
    const name = point.group[0] ?? '';
    const own = found.get(name) ?? {
      name,
      requests: 0,
      perSecond: 0,
      errorShare: 0,
      p50: null,
      p95: null,
      p99: null,
      errors: 0,
      most: -1,
    };
    const count = numberAt(point, 0) ?? 0;
    if (count > own.most) {
      own.most = count;
      [own.p50, own.p95, own.p99] = [
        numberAt(point, 2) ?? null,
        numberAt(point, 3) ?? null,
        numberAt(point, 4) ?? null,
      ];
    }
    own.requests += count;
    own.errors += numberAt(point, 1) ?? 0;
    found.set(name, own);
  }
  return [...found.values()]
    .filter(({ requests }) => requests > 0)
    .map(({ errors, most: _most, ...own }) => ({
      ...own,
      perSecond: own.requests / seconds,
      errorShare: errors / own.requests,
    }));
}
