import { expect, test } from 'vitest';

import type { NumberFormat } from '../../api/stack.gen';
import { valueText } from './valueText';

test.each<[number | null, NumberFormat | undefined, number[], string]>([
  [null, undefined, [0.5], '–'],
  [0.5, undefined, [0.5], '0.5'],
  [0.50001, undefined, [0.5], '0.50001'],
  [0.4999996, undefined, [0.5], '0.4999996'],
  [1.2345, undefined, [9, 1.23], '1.235'],
  [1.2345, undefined, [], '1.23'],
  [0.500001, { output: 'percent' }, [0.5], '50.0001 %'],
  [100.2, { output: 'number', unit: 'req/s' }, [100], '100.200 req/s'],
  [0.500000001, { output: 'time' }, [0.5], '> 500 ms'],
  [0.499999999, { output: 'time' }, [0.5], '< 500 ms'],
])('%j as %j beside %j is %s', (value, format, thresholds, text) => {
  expect(valueText(value, format, thresholds)).toBe(text);
});
