import { expect, test } from 'vitest';

import { kioskFor, kioskIn, nextOf } from './kiosk';

const [one, two] = ['a'.repeat(24), 'b'.repeat(24)];

test('an address says what is shown on a wall', () => {
  expect(kioskIn({})).toBeNull();
  expect(kioskIn({ kiosk: '1' })).toEqual({ cycle: [], everySeconds: 30 });
  expect(kioskIn({ kiosk: '1', cycle: `${one},${two},${one},x`, every: '60' })).toEqual({
    cycle: [one, two],
    everySeconds: 60,
  });
});

test('the time of each is bounded', () => {
  expect(['1', '9999999', 'x', '-3'].map((every) => kioskIn({ kiosk: '1', every })?.everySeconds)).toEqual([
    5, 3600, 30, 30,
  ]);
});

test('what goes into an address comes out of it', () => {
  const kiosk = { cycle: [one, two], everySeconds: 10 };
  expect(kioskIn(kioskFor(kiosk))).toEqual(kiosk);
  expect(kioskFor({ cycle: [one], everySeconds: 10 })).toEqual({ kiosk: '1' });
});

test('dashboards take turns, and one that is none of them is followed by the first', () => {
  const kiosk = { cycle: [one, two], everySeconds: 10 };
  expect([one, two, 'c'].map((id) => nextOf(kiosk, id))).toEqual([two, one, one]);
  expect(nextOf({ cycle: [one], everySeconds: 10 }, one)).toBeNull();
});
