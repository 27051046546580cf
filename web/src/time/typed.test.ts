import { expect, test } from 'vitest';

import { toField } from './field';
import { spanWords, type Zone } from './format';
import { absoluteRange, presets, wordsOf, type TimeRange } from './range';
import { readTyped } from './typed';

/** A Sunday. */
const now = Date.parse('2026-11-15T15:20:00Z');

function rangeIn(text: string, zone: Zone = 'UTC', at = now): TimeRange | string {
  const typed = readTyped(text, at, zone);
  return 'range' in typed ? typed.range : typed.problem;
}

/** Instants as `15 14:00`, in November 2026; whole texts for others. */
function full(text: string): string {
  const [, day, clock] = /^(\d\d) (\d\d:\d\d)$/.exec(text) ?? [];
  return day === undefined ? text : `2026-11-${day}T${clock}:00Z`;
}

test.each([
  // Back from now.
  ['2h', 'now-2h', 'now'],
  ['15m', 'now-15m', 'now'],
  ['-15m', 'now-15m', 'now'],
  ['24h', 'now-24h', 'now'],
  ['1h30m', 'now-90m', 'now'],
  ['1.5 hours', 'now-90m', 'now'],
  ['an hour', 'now-1h', 'now'],
  ['half an hour', 'now-30m', 'now'],
  ['last 90 minutes', 'now-90m', 'now'],
  ['Last hour', 'now-1h', 'now'],
  ['past week', 'now-1w', 'now'],
  ['last 2 weeks', 'now-2w', 'now'],
  ['last 3 months', '2026-08-15T15:20:00Z', 'now'],
  ['now-2h to now-1h', 'now-2h', 'now-1h'],
  ['2 hours ago to 30 min ago', 'now-2h', 'now-30m'],
  ['2h ago - now', 'now-2h', 'now'],
  ['now', 'now-1h', 'now'],
  // Days, weeks, months.
  ['14/11/2026', '14 00:00', '15 00:00'],
  ['11/14/2026', '14 00:00', '15 00:00'],
  ['11/11/2026', '11 00:00', '12 00:00'],
  ['14/11 8:00 to 9:00', '14 08:00', '14 09:00'],
  ['today', '15 00:00', 'now'],
  ['yesterday', '14 00:00', '15 00:00'],
  ['sunday', '15 00:00', 'now'],
  ['last sunday', '08 00:00', '09 00:00'],
  ['Monday', '09 00:00', '10 00:00'],
  ['thurs', '12 00:00', '13 00:00'],
  ['monday to wednesday', '09 00:00', '12 00:00'],
  ['this week', '09 00:00', 'now'],
  ['last week', '02 00:00', '09 00:00'],
  ['this month', '01 00:00', 'now'],
  ['last month', '2026-10-01T00:00:00Z', '01 00:00'],
  ['this year', '2026-01-01T00:00:00Z', 'now'],
  ['last year', '2025-01-01T00:00:00Z', '2026-01-01T00:00:00Z'],
  ['nov 14', '14 00:00', '15 00:00'],
  ['14 November', '14 00:00', '15 00:00'],
  ['November 3rd, 2026', '03 00:00', '04 00:00'],
  ['nov 16', '2025-11-16T00:00:00Z', '2025-11-17T00:00:00Z'],
  ['29 feb', '2024-02-29T00:00:00Z', '2024-03-01T00:00:00Z'],
  ['sept 2026', '2026-09-01T00:00:00Z', '2026-10-01T00:00:00Z'],
  ['december', '2025-12-01T00:00:00Z', '2026-01-01T00:00:00Z'],
  ['2026-11-12', '12 00:00', '13 00:00'],
  ['2026/11/12', '12 00:00', '13 00:00'],
  ['12.11.2026', '12 00:00', '13 00:00'],
  ['2026-10', '2026-10-01T00:00:00Z', '01 00:00'],
  ['2026-11-10 to 2026-11-12', '10 00:00', '13 00:00'],
  ['nov 10 - nov 12', '10 00:00', '13 00:00'],
  ['yesterday to today', '14 00:00', 'now'],
  // Times of day.
  ['yesterday 14:00 to 15:00', '14 14:00', '14 15:00'],
  ['14:00 to 15:00 yesterday', '14 14:00', '14 15:00'],
  ['today 9:00 to now', '15 09:00', 'now'],
  ['monday 8am to 10am', '09 08:00', '09 10:00'],
  ['monday 8-10am', '09 08:00', '09 10:00'],
  ['monday 8 to 10', '09 08:00', '09 10:00'],
  ['monday 8 to 10pm', '09 20:00', '09 22:00'],
  ['monday 11-1pm', '09 11:00', '09 13:00'],
  ['monday 22:00 to 2:00', '09 22:00', '10 02:00'],
  ['2026-11-15 14:00 to 16:30', '15 14:00', '15 16:30'],
  ['2026-11-14T14:00 to 2026-11-15T02:30', '14 14:00', '15 02:30'],
  ['nov 12 at 2pm until nov 13 noon', '12 14:00', '13 12:00'],
  ['14:00 - 15:00', '15 14:00', '15 15:00'],
  ['14:00-15:00', '15 14:00', '15 15:00'],
  ['09:00-10:00', '15 09:00', '15 10:00'],
  ['14:00–15:00', '15 14:00', '15 15:00'],
  ['between 8am and 10am', '15 08:00', '15 10:00'],
  ['16:00 - 17:00', '14 16:00', '14 17:00'],
  ['23:00 to 1:00', '14 23:00', '15 01:00'],
  ['yesterday 20:00 to 24:00', '14 20:00', '15 00:00'],
  ['since 14:00', '15 14:00', 'now'],
  ['since yesterday', '14 00:00', 'now'],
  ['from nov 12 8:00', '12 08:00', 'now'],
  // Exact times, and what is around one.
  ['1794722400 to 1794726000', '15 06:00', '15 07:00'],
  ['1794722400000 - 1794726000000', '15 06:00', '15 07:00'],
  ['1794722400000000000 to 1794726000000000000', '15 06:00', '15 07:00'],
  ['2026-11-15T06:00:00Z to 2026-11-15T07:00:00Z', '15 06:00', '15 07:00'],
  ['2026-11-15T06:00:00Z/2026-11-15T07:00:00Z', '15 06:00', '15 07:00'],
  ['2026-11-15T07:00:00+01:00 - 2026-11-15T01:00:00.000-0600', '15 06:00', '15 07:00'],
  ['2026-11-15T06:00:00Z - now', '15 06:00', 'now'],
  ['Sun, 15 Nov 2026 06:00:00 GMT to 7:00', '15 06:00', '15 07:00'],
  ['1794722400', '15 05:45', '15 06:15'],
  ['2026-11-15T06:00:00.000Z', '15 05:45', '15 06:15'],
  ['yesterday 14:00', '14 13:45', '14 14:15'],
  ['noon', '15 11:45', '15 12:15'],
  ['14:00 ± 5m', '15 13:55', '15 14:05'],
  ['around 14:00 +/- 1h', '15 13:00', '15 15:00'],
])('%s', (text, from, to) => {
  expect(rangeIn(text)).toEqual({ from: full(from), to: full(to) });
});

test.each([
  ['', /^Type a time range/],
  ['soon', /^Not understood. Try 2h, /],
  ['15', /^Not understood/],
  ['9-17', /^Not understood/],
  ['2026-02-31', /^Not understood/],
  ['25:00 - 26:00', /^Not understood/],
  ['13pm', /^Not understood/],
  ['last 0 hours', /^Not understood/],
  ['11/12/2026', /^Is the month or the day first\?/],
  ['now to 2h ago', /^That ends before it begins/],
  ['2027-01-01 to now', /^That begins in the future/],
  ['1969-12-31', /^Times are from 1970 to 2105$/],
  ['2105-12-31 to 2106-01-02', /^Times are from 1970 to 2105$/],
  ['0h', /^That has no length/],
  ['00 h', /^That has no length/],
  ['0 minutes', /^That has no length/],
  ['last 99999999999 months', /^Times are from 1970/],
  ['last 900000 weeks', /^Times are from 1970/],
])('%j is not understood', (text, want) => {
  expect(rangeIn(text)).toMatch(want);
});

test.each([
  // The clocks went forward at 2:00 on the 29th of March, and back at 3:00 on the 25th of October.
  ['2026-03-29', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
  ['2026-10-25', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
  ['2026-03-29 1:00 to 4:00', '2026-03-29T00:00:00Z', '2026-03-29T02:00:00Z'],
  ['2026-03-29 2:15 to 2:45', '2026-03-29T01:15:00Z', '2026-03-29T01:45:00Z'],
  ['2026-03-29 2:30 to 4:00', '2026-03-29T01:30:00Z', '2026-03-29T02:00:00Z'],
  ['2026-10-25 1:00 to 4:00', '2026-10-24T23:00:00Z', '2026-10-25T03:00:00Z'],
  ['2026-10-25 2:30 to 3:30', '2026-10-25T00:30:00Z', '2026-10-25T02:30:00Z'],
  ['2026-10-25 02:30:00+01:00 to 3:30', '2026-10-25T01:30:00Z', '2026-10-25T02:30:00Z'],
  ['14:00 - 15:00', '2026-11-15T13:00:00Z', '2026-11-15T14:00:00Z'],
  ['14:00 - 15:00 UTC', '2026-11-15T14:00:00Z', '2026-11-15T15:00:00Z'],
  ['yesterday', '2026-11-13T23:00:00Z', '2026-11-14T23:00:00Z'],
])('%s in Berlin', (text, from, to) => {
  expect(rangeIn(text, 'Europe/Berlin')).toEqual({ from, to });
});

test.each(['3:00', '3:30'])('2:30, which the clocks skip, to %s is empty and not a day long', (end) => {
  expect(rangeIn(`2026-03-29 2:30 to ${end}`, 'Europe/Berlin')).toBe(
    '02:30 on 2026-03-29 is skipped, as clocks go forward: 03:30 is taken, so the range would be empty',
  );
});

/** What is said about a text besides its meaning. */
function notesOn(text: string, zone: Zone, at = now): string[] | string {
  const typed = readTyped(text, at, zone);
  return 'notes' in typed ? typed.notes : typed.problem;
}

const [skipped, twice] = ['is skipped, as clocks go forward', 'comes twice, as clocks go back: the first is taken'];

test.each([
  ['Europe/Berlin', '2026-03-29 2:30', `02:30 on 2026-03-29 ${skipped}: 03:30 is taken`],
  [
    'Europe/Berlin',
    '2026-10-25 2:30',
    `02:30 on 2026-10-25 ${twice}, UTC+02:00. For the second type 2026-10-25 02:30:00+01:00`,
  ],
  ['America/New_York', '2026-03-08 2:00', `02:00 on 2026-03-08 ${skipped}: 03:00 is taken`],
  [
    'America/New_York',
    '2026-11-01 1:59:59',
    `01:59:59 on 2026-11-01 ${twice}, UTC-04:00. For the second type 2026-11-01 01:59:59-05:00`,
  ],
  ['Australia/Lord_Howe', '2026-10-04 2:15', `02:15 on 2026-10-04 ${skipped}: 02:45 is taken`],
  [
    'Australia/Lord_Howe',
    '2026-04-05 1:45',
    `01:45 on 2026-04-05 ${twice}, UTC+11:00. For the second type 2026-04-05 01:45:00+10:30`,
  ],
])('where the clocks of %s change, %s says what is taken', (zone, text, want) => {
  const later = Date.parse('2026-12-15T12:00:00Z');
  const asked = [text, `${text} ± 5m`, `around ${text}`, `${text} to 2026-12-01`, `2026-01-01 to ${text}`];
  expect(asked.map((one) => notesOn(one, zone, later))).toEqual(asked.map(() => [want]));
  const [, second = '2026-11-30'] = /type (.+)$/.exec(want) ?? [];
  expect(notesOn(second, zone, later)).toEqual([]);
});

test.each(['2026-03-29 1:59', '2026-03-29 3:00', '2026-10-25 1:59', '2026-10-25 3:00', '2026-10-25', 'yesterday'])(
  '%s is said without a note',
  (text) => {
    expect(notesOn(text, 'Europe/Berlin')).toEqual([]);
  },
);

test('a range over midnight without a day began yesterday, whatever time it is', () => {
  for (let hour = 0; hour < 24; hour += 1)
    for (const [from, to] of [
      [15, 14],
      [23, 1],
      [1, 0],
      [12, 12],
    ] as const) {
      const at = Date.UTC(2026, 10, 15, hour, 30);
      const typed = readTyped(`${from}:00 to ${to}:00`, at, 'UTC');
      if (!('span' in typed)) throw new Error(typed.problem);
      const { start, end } = typed.span;
      expect([new Date(start).getUTCHours(), new Date(end).getUTCHours()]).toEqual([from, to]);
      expect([new Date(start).getUTCDate(), new Date(end).getUTCDate()]).toEqual([14, 15]);
      expect(typed.notes.length, `${from} to ${to} at ${hour}:30`).toBe(end > at ? 1 : 0);
    }
});

test.each([
  ['2027-01-01', /^This is in the future/],
  ['2027-01-01 to 2027-01-03', /^This is in the future/],
  ['2026-11-14 to 2027-01-01', /^This ends in the future/],
  ['15:00 to 16:00', /^This ends in the future/],
  ['sunday 22:00 to 2:00', /^This is in the future/],
])('%s says that it is not over', (text, want) => {
  const notes = notesOn(text, 'UTC');
  expect(notes).toHaveLength(1);
  expect(notes[0]).toMatch(want);
});

test('today depends on the zone', () => {
  const late = Date.parse('2026-11-15T23:30:00Z');
  expect(rangeIn('today', 'Asia/Tokyo', late)).toEqual({ from: '2026-11-15T15:00:00Z', to: 'now' });
  expect(rangeIn('today', 'America/New_York', late)).toEqual({ from: '2026-11-15T05:00:00Z', to: 'now' });
});

test('what the picker shows can be typed', () => {
  for (const preset of [...presets, { from: 'now-1w', to: 'now' }]) {
    const typed = rangeIn(wordsOf(preset) ?? '');
    expect(wordsOf(typed as TimeRange)).toBe(wordsOf(preset));
  }
});

const zones = ['UTC', 'local', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe'];
const changes = ['2026-03-08', '2026-03-29', '2026-04-05', '2026-10-04', '2026-10-25', '2026-11-01', '2026-12-31'];

test.each(zones)('every range that is written in %s is read again, also when the clocks change', (zone) => {
  for (const change of changes)
    for (let quarter = -12; quarter < 72; quarter += 6) {
      const start = Date.parse(change) + quarter * 900_000 + 13_000;
      const end = start + ((quarter + 12) % 4) * 3_600_000 + 1000;
      const typed = rangeIn(`${toField(start, zone)} to ${toField(end, zone)}`, zone);
      expect(typed, `${change} ${quarter}`).toEqual(absoluteRange(start, end));
    }
});

test('the words of a range are read again where no hour comes twice', () => {
  for (let start = Date.UTC(2026, 0, 1); start < now; start += 9 * 86_400_000 + 3_661_000) {
    const end = start + (start % 3) * 40_000_000 + 1000;
    expect(rangeIn(spanWords(start, end, 'UTC'))).toEqual(absoluteRange(start, end));
  }
});

test('no text breaks the reader', () => {
  const bits = ['to', '-', '9', '14:00', 'nov', 'last', '2h', '@', '±'];
  for (const one of bits)
    for (const two of bits)
      for (const three of bits) expect(() => readTyped(`${one} ${two} ${three}`, now, 'UTC')).not.toThrow();
});
