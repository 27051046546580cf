import { expect, test } from 'vitest';

import type { Row } from '../../api/telemetry';
import { ancestorsOf, foundIn, stepIn, textsOf } from './find';
import { keyedAt, keyStep } from './keys';
import { modelOf, unfolded } from './model';
import { criticalPath, selfTimes } from './times';

const began = 1_794_720_000_000;

function row(at: number, parent: number | null, startMs: number, lengthMs: number): Row {
  return {
    SpanId: `s${at}`,
    ParentSpanId: parent === null ? '' : `s${parent}`,
    SpanName: `step ${at}`,
    ServiceName: `service ${at % 7}`,
    Timestamp: new Date(began + startMs).toISOString(),
    Duration: lengthMs * 1e6,
    StatusCode: at % 1000 === 999 ? 'Error' : 'Unset',
    SpanAttributes: { 'http.route': `/orders/${at}`, 'db.system': 'postgresql' },
  };
}

/** Every span calls the next one. */
function chain(count: number): Row[] {
  return Array.from({ length: count }, (_, at) => row(at, at === 0 ? null : at - 1, at, 2 * count - 2 * at));
}

/** The first span calls all others, one after the other. */
function siblings(count: number): Row[] {
  return Array.from({ length: count }, (_, at) => (at === 0 ? row(0, null, 0, count) : row(at, 0, at - 1, 1)));
}

/** Every span calls ten others. */
function tree(count: number): Row[] {
  return Array.from({ length: count }, (_, at) =>
    at === 0 ? row(0, null, 0, count) : row(at, Math.floor((at - 1) / 10), at % 100, 1),
  );
}

// No order of arrival is promised, so the rows come backwards.
const counts = [10_000, 50_000];

test.each(counts)('%d spans below each other are laid out, timed and folded', (count) => {
  const { spans } = modelOf(chain(count).toReversed());
  expect([spans.length, spans.at(-1)?.depth]).toEqual([count, count - 1]);
  expect(ancestorsOf(spans, `s${count - 1}`).size).toBe(count - 1);
  const self = selfTimes(spans);
  expect([self.get('s0'), self.get(`s${count - 1}`)]).toEqual([2, 2]);
  expect(criticalPath(spans).size).toBe(count);
  expect(unfolded(spans, new Set(['s10']))).toHaveLength(11);
  const all = new Set(spans.map(({ id }) => id));
  expect(unfolded(spans, all)).toHaveLength(1);
  expect(keyedAt(spans, unfolded(spans, all), `s${count - 1}`)).toBe(0);
});

test.each(counts)('%d spans beside each other are laid out, timed and folded', (count) => {
  const { spans, errorCount } = modelOf(siblings(count).toReversed());
  expect([spans.length, spans[0]?.childCount, spans.at(-1)?.id]).toEqual([count, count - 1, `s${count - 1}`]);
  expect(errorCount).toBe(count / 1000);
  expect(selfTimes(spans).get('s0')).toBe(1);
  expect(criticalPath(spans).size).toBe(count);
  expect(unfolded(spans, new Set(['s0']))).toHaveLength(1);
  expect(keyStep('ArrowLeft', spans, count - 1, new Set())).toEqual({ to: 0 });
});

test.each(counts)('%d spans are searched, and stepped through', (count) => {
  const { spans } = modelOf(tree(count).toReversed());
  const texts = textsOf(spans);
  expect(foundIn(spans, texts, 'PostgreSQL')).toHaveLength(count);
  expect(foundIn(spans, texts, `/orders/${count - 1}`).map(({ id }) => id)).toEqual([`s${count - 1}`]);
  const errors = spans.filter(({ isError }) => isError);
  const seen = new Set<string>();
  let open = 's0';
  for (let step = 0; step < errors.length; step += 1) {
    open = stepIn(spans, errors, open, 1)?.id ?? '';
    seen.add(open);
  }
  expect(seen.size, 'each error once').toBe(errors.length);
  expect(stepIn(spans, errors, open, 1)).toBe(errors[0]);
});
