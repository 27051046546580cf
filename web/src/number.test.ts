import { expect, test } from 'vitest';

import { brief, bytes, counted, formatterOf, percent, plain, short } from './number';

test.each([
  [0, '0'],
  [0.12345, '0.1235'],
  [9_999, '9,999'],
  [12_345, '12.3 k'],
  [1_500_000, '1.5 M'],
  [-2_000_000_000, '-2 G'],
])('short(%d)', (value, want) => {
  expect(short(value)).toBe(want);
});

test('bytes, shares and plain numbers', () => {
  expect(bytes(0)).toBe('0 B');
  expect(bytes(3_355_443)).toBe('3.2 MiB');
  expect(bytes(3_400_000, true)).toBe('3.4 MB');
  expect(percent(0.0423)).toBe('4.23 %');
  expect(plain(1234.5)).toBe('1,235');
});

test.each([
  [undefined, 12_345, '12.3 k'],
  [{ output: 'percent', mantissa: 1 }, 0.042, '4.2 %'],
  [{ output: 'currency', currencySymbol: '€' }, 3, '€3.00'],
  [{ output: 'byte' }, 2048, '2 KiB'],
  [{ output: 'duration', factor: 0.001 }, 250, '250 ms'],
  [{ output: 'number', unit: 'req/s' }, 2, '2 req/s'],
])('formatterOf(%j)(%d)', (format, value, want) => {
  expect(formatterOf(format)(value)).toBe(want);
});

test('one is not plural', () => {
  expect([0, 1, 1200].map((count) => counted(count, 'row'))).toEqual(['0 rows', '1 row', '1,200 rows']);
});

test.each([
  [553.288, 553],
  [12_345.6, 12_346],
  [7.123_46, 7.12],
  [0.001_234, 0.001_23],
  [5, 5],
])('%d is %d in brief', (value, expected) => expect(brief(value)).toBe(expected));

const huge = 1e300;

test.each([
  [undefined, '1e+300'],
  [{ output: 'byte' }, '1e+300 B'],
  [{ output: 'byte', decimalBytes: true }, '1e+300 B'],
  [{ output: 'percent' }, '1e+302 %'],
  [{ output: 'currency' }, '$1e+300'],
  [{ output: 'duration' }, '1.16e+295 d'],
  [{ output: 'number' }, '1e+300'],
  [{ output: 'number', mantissa: 2 }, '1e+300'],
  [{ output: 'number', thousandSeparated: false }, '1e+300'],
])('formatterOf(%j) has few digits for what no unit is large enough for', (format, want) => {
  expect(formatterOf(format as never)(huge)).toBe(want);
});

test('the largest number there is has few digits, in any sign', () => {
  expect(short(Number.MAX_VALUE)).toBe('1.8e+308');
  expect(short(-Number.MAX_VALUE)).toBe('-1.8e+308');
  expect(short(999_999e12)).toBe('999999 T');
});

test.each([
  [undefined, Number.POSITIVE_INFINITY, '+Inf'],
  [{ output: 'byte' }, Number.NEGATIVE_INFINITY, '-Inf'],
  [{ output: 'duration', unit: 'x' }, Number.NaN, 'NaN'],
])('formatterOf(%j)(%d) has no unit', (format, value, want) => {
  expect(formatterOf(format as never)(value)).toBe(want);
  expect(short(value)).toBe(want);
});

test.each([
  undefined,
  { output: 'number' },
  { output: 'number', mantissa: 2 },
  { output: 'number', thousandSeparated: false },
  { output: 'percent' },
  { output: 'currency' },
  { output: 'byte' },
  { output: 'duration' },
])('nothing is not negative in %j', (format) => {
  for (const value of [-0, -1e-12]) expect(formatterOf(format as never)(value)).not.toMatch(/^-0(?![.]0*[1-9])/);
});
