import { expect, test } from 'vitest';

import { stepsOf } from './steps';

test.each([false, true])('an axis of any range has some labels (binary: %s)', (isBinary) => {
  for (const range of [1e-9, 1, 1e9, 1e20, 1e33, 1e150, Number.MAX_VALUE]) {
    const fitting = stepsOf(range, isBinary).filter((step) => step <= range && step >= range / 10);
    expect({ range, count: Math.min(2, fitting.length) }).toEqual({ range, count: 2 });
  }
});

test('steps grow', () => {
  for (const steps of [stepsOf(1, true), stepsOf(1, false)])
    expect(steps.every((step, at) => at === 0 || step > (steps[at - 1] ?? 0))).toBe(true);
});
