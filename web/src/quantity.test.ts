import { describe, expect, test } from 'vitest';

import type { NumberFormat } from './api/stack.gen';
import { readQuantity, writeQuantity } from './quantity';

const nanoseconds: NumberFormat = { output: 'duration', factor: 1e-9 };
const milliseconds: NumberFormat = { output: 'duration', factor: 1e-3 };
const seconds: NumberFormat = { output: 'duration' };
const bytes: NumberFormat = { output: 'byte' };
const decimalBytes: NumberFormat = { output: 'byte', decimalBytes: true };
const share: NumberFormat = { output: 'percent' };
const percents: NumberFormat = { output: 'percent', factor: 0.01 };

// What is typed, what is stored of it, and how that is shown; the last can be typed again.
test.each([
  ['1.5s', nanoseconds, 1.5e9, '1.5 s'],
  ['200ms', nanoseconds, 2e8, '200 ms'],
  ['200 MS', nanoseconds, 2e8, '200 ms'],
  ['48us', nanoseconds, 48_000, '48 µs'],
  ['7 ns', nanoseconds, 7, '7 ns'],
  ['2m', nanoseconds, 1.2e11, '2 min'],
  ['1 min 30 s', nanoseconds, 9e10, '1.5 min'],
  ['1h30m', seconds, 5400, '1.5 h'],
  ['2d', seconds, 172_800, '48 h'],
  ['0', nanoseconds, 0, '0'],
  ['200ms', milliseconds, 200, '200 ms'],
  ['0.1s', milliseconds, 100, '100 ms'],
  ['1.234567891s', nanoseconds, 1_234_567_891, '1.234567891 s'],
  ['2GB', bytes, 2e9, '2 GB'],
  ['2GB', decimalBytes, 2e9, '2 GB'],
  ['512 KiB', bytes, 524_288, '512 KiB'],
  ['100', bytes, 100, '100 B'],
  ['10%', share, 0.1, '10 %'],
  ['10', share, 0.1, '10 %'],
  ['0.5 %', share, 0.005, '0.5 %'],
  ['42%', percents, 42, '42 %'],
  ['10%', undefined, 0.1, '0.1'],
  ['1,000', undefined, 1000, '1000'],
  ['12k', undefined, 12_000, '12000'],
  ['1.5M', undefined, 1.5e6, '1500000'],
  ['-3', undefined, -3, '-3'],
  ['1e3', undefined, 1000, '1000'],
  [' 7 ', undefined, 7, '7'],
] as const)('%s in %j', (typed, format, stored, shown) => {
  expect(readQuantity(typed, format)).toEqual({ value: stored });
  expect(writeQuantity(stored, format)).toBe(shown);
});

describe('what is shown can be typed again', () => {
  const formats = { nanoseconds, milliseconds, seconds, bytes, decimalBytes, share, percents, plain: undefined };
  const numbers = [1, 7, 60, 1500, 86_400, 123_456_789, 0.25, 1e12];
  test.each(Object.entries(formats))('in %s', (_name, format) => {
    for (const number of numbers)
      expect(readQuantity(writeQuantity(number, format), format)).toEqual({ value: number });
  });
});

test.each([
  ['', undefined, 'Type a number'],
  ['abc', undefined, 'Type a number'],
  ['1.2.3', undefined, 'Type a number'],
  ['1 2', undefined, 'Type one number'],
  ['200', nanoseconds, 'Add a unit'],
  ['200 GB', nanoseconds, 'not in GB'],
  ['200 foo', nanoseconds, 'no unit “foo”'],
  ['1.5s', undefined, 'not in s'],
  ['5 s', share, 'not in s'],
  ['3 constructor', bytes, 'no unit'],
] as const)('%s in %j is a mistake', (typed, format, want) => {
  expect(readQuantity(typed, format)).toMatchObject({ mistake: expect.stringContaining(want) as unknown });
});

test.each([
  ['1,500', 1500],
  ['12,345,678.5', 12_345_678.5],
  ['1_000', 1000],
])('commas part thousands: %s', (text, value) => expect(readQuantity(text, undefined)).toEqual({ value }));

test.each(['1,5', '1,50', '10,5000', '1,234,5', '1.5,000', ',5'])('what a comma leaves open is asked: %s', (text) =>
  expect(readQuantity(text, undefined)).toHaveProperty('mistake'),
);
