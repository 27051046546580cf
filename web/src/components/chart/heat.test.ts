import { expect, test } from 'vitest';

import { boxAround, boxOf, heatOf, rowAt, valueAt } from './heat';
import { mix } from './heatDraw';
import { cellAt, dragged, frameOf, neighbour, xOf, yOfRow } from './heatFrame';
import { timeTicks, valueTicks } from './heatTicks';

const span = { start: 0, end: 3000 };
/** Cells of a scale with three rows to a doubling. */
const low = { bucket: 0, group: [], values: [3, 2, 2 ** (4 / 3), 1] };
const high = { bucket: 2000, group: [], values: [15, 32, 2 ** (16 / 3), 3] };
const heat = heatOf([low, high], 1000, span, { errors: [{ ...high, values: [15, 0, 0, 2] }] });
const frame = frameOf(472, 156);

test('cells have a column, a row, a share of the most and their errors', () => {
  expect(heat.columns).toEqual([0, 1000, 2000, 3000]);
  expect(heat.rows).toEqual([3, 15]);
  expect(
    heat.cells.map(({ column, row, count, share, errorCount }) => [column, row, count, share, errorCount]),
  ).toEqual([
    [0, 3, 1, 0.5, 0],
    [2, 15, 3, 1, 2],
  ]);
});

test('rows and values are the same place, on both scales', () => {
  expect(valueAt(heat, 6)).toBeCloseTo(4);
  expect(rowAt(heat, 4)).toBeCloseTo(6);
  const straight = heatOf([{ bucket: 0, group: [], values: [2, 120, 130, 1] }], 1000, span, { isLog: false });
  expect([valueAt(straight, 0), rowAt(straight, 150)]).toEqual([100, 5]);
});

test('few rows have room around them, and nothing makes an empty heatmap', () => {
  expect(heatOf([low], 1000, span).rows).toEqual([0, 7]);
  expect(heatOf([], 1000, span)).toMatchObject({ cells: [], rows: [-3, 4] });
});

test('a place on the canvas is a cell, and a drag is a box', () => {
  const [, cell] = heat.cells;
  if (cell === undefined) throw new Error('there are two cells');
  const middle = { x: xOf(heat, frame, 2500), y: yOfRow(heat, frame, 15.5) };
  expect(cellAt(heat, frame, middle)).toBe(cell);
  expect(cellAt(heat, frame, { x: middle.x, y: middle.y + 60 })).toBeNull();
  const corner = { x: xOf(heat, frame, 1000), y: yOfRow(heat, frame, 6) };
  expect(dragged(heat, frame, middle, corner)).toMatchObject({ start: 1000, end: 2500, low: expect.closeTo(4) });
  expect(dragged(heat, frame, { x: -50, y: 999 }, middle)).toMatchObject({ start: 0, low: expect.closeTo(2) });
  expect(boxOf(heat, cell)).toMatchObject({ start: 2000, end: 3000, low: 32 });
});

test('keys go from cell to cell', () => {
  const [first, second] = heat.cells;
  expect(neighbour(heat, null, 'ArrowRight')).toBe(first);
  expect(neighbour(heat, first ?? null, 'ArrowUp')).toBe(second);
  expect(neighbour(heat, second ?? null, 'ArrowRight')).toBeNull();
  expect(neighbour(heat, first ?? null, 'Tab')).toBeNull();
});

test('two cells span a box, in whichever order they are chosen', () => {
  const [first, second] = heat.cells;
  if (first === undefined || second === undefined) throw new Error('there are two cells');
  expect(boxAround(heat, second, first)).toEqual(boxAround(heat, first, second));
  expect(boxAround(heat, first, second)).toEqual({ start: 0, end: 3000, low: 2, high: 2 ** (16 / 3) });
});

test('axes are marked at round values', () => {
  expect(valueTicks(heat, 126)).toEqual([5, 10, 20]);
  expect(valueTicks(heat, 40)).toEqual([10]);
  const straight = heatOf([{ bucket: 0, group: [], values: [0, 0, 10, 1] }], 1000, span, { isLog: false });
  expect(valueTicks(straight, 110)).toEqual([-20, 0, 20, 40]);
  expect(timeTicks(heatOf([], 60_000, { start: 0, end: 3_540_000 }), 400, 'UTC').map(({ text }) => text)).toEqual([
    '00:00',
    '00:15',
    '00:30',
    '00:45',
    '01:00',
  ]);
  expect(timeTicks(heat, 400, 'UTC').map(({ text }) => text)).toEqual([
    '00:00:00',
    '00:00:01',
    '00:00:02',
    '00:00:03',
    '00:00:04',
  ]);
});

test('times are marked at whole hours of the zone that they are shown in', () => {
  const day = heatOf([], 3_600_000, { start: 0, end: 86_399_999 });
  const texts = timeTicks(day, 400, 'Asia/Kolkata').map(({ text }) => text);
  expect(texts).toEqual(['06:00', '12:00', '18:00', '00:00']);
});

test('colours mix', () => {
  expect(mix('#000000', '#ff8000', 0.5)).toBe('rgb(128 64 0)');
});
