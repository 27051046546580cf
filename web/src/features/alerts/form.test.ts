import { expect, test } from 'vitest';

import { exampleQuantity } from '../../quantity';
import {
  bodyOf,
  canBacktest,
  canSave,
  canTry,
  emptyForm,
  intervalMs,
  intervalWords,
  ruleWords,
  trialOf,
  withSource,
} from './form';
import type { NumberFormat } from '../../api/stack.gen';
import type { AlertForm } from './types';

const form: AlertForm = { ...emptyForm(), thresholdMax: 10, savedSearchId: 's', webhookIds: ['w'], name: ' Errors ' };

test('a form of a saved search is sent without what tiles have', () => {
  const body = bodyOf(form);
  expect(body).toMatchObject({
    source: 'search',
    savedSearchId: 's',
    groupBy: null,
    name: 'Errors',
    message: null,
    channels: [{ type: 'webhook', webhookId: 'w' }],
  });
  expect(body).not.toHaveProperty('tileId');
  expect(body).not.toHaveProperty('thresholdMax');
  // Left out, they would stay as they are stored.
  expect(body).toMatchObject({ noData: null, renotifyInterval: null });
});

test('a form of a tile is sent without what searches have', () => {
  const body = bodyOf({
    ...form,
    source: 'tile',
    dashboardId: 'd',
    tileId: 't',
    thresholdType: 'between',
    windows: 3,
    noData: 'fire',
    renotifyInterval: '1h',
  });
  expect(body).toMatchObject({
    dashboardId: 'd',
    tileId: 't',
    thresholdMax: 10,
    numConsecutiveWindows: 3,
    noData: 'fire',
    renotifyInterval: '1h',
  });
  expect(body).not.toHaveProperty('groupBy');
});

test('what is watched is enough to try, but somebody has to be told to save', () => {
  expect(canTry({ ...form, webhookIds: [] })).toBe(true);
  expect(canSave({ ...form, webhookIds: [] })).toBe(false);
  expect(canSave(form)).toBe(true);
  expect(canTry({ ...form, savedSearchId: '' })).toBe(false);
  expect(canTry({ ...form, thresholdType: 'between', threshold: 5, thresholdMax: 4 })).toBe(false);
  expect(canTry({ ...form, source: 'tile', dashboardId: 'd' })).toBe(false);
});

test('a back-test tells nobody', () => {
  expect(trialOf(form)).not.toHaveProperty('channels');
  expect(trialOf(form)).not.toHaveProperty('name');
});

test('rules are put into words', () => {
  expect(ruleWords(form)).toBe('is at least 1 within 5 minutes');
  expect(ruleWords({ ...form, thresholdType: 'not_between', interval: '1h', windows: 2 })).toBe(
    'is not between 1 and 10 within 1 hour, 2 times in a row',
  );
  expect(ruleWords({ ...form, threshold: 2e8 }, { output: 'duration', factor: 1e-9 })).toBe(
    'is at least 200 ms within 5 minutes',
  );
  expect(intervalWords('1d')).toBe('1 day');
  expect(intervalMs('6h')).toBe(21_600_000);
});

const units: [string, NumberFormat | undefined, string][] = [
  ['durations', { output: 'duration', factor: 1e-9 }, '200 ms'],
  ['seconds', { output: 'time' }, '200 ms'],
  ['sizes', { output: 'byte' }, '2 GB'],
  ['shares', { output: 'percent' }, '5 %'],
  ['numbers', undefined, '10'],
];

test.each(units)('a new alert on a tile of %s has no threshold, but an example of one', (_name, format, example) => {
  const fresh = { ...emptyForm('tile'), dashboardId: 'd', tileId: 't' };
  expect(fresh.threshold).toBeNaN();
  expect(exampleQuantity(format)).toBe(example);
  expect(canTry(fresh)).toBe(false);
  expect(canBacktest(fresh)).toBe(true);
  expect(trialOf(fresh).threshold).toBe(0);
});

test('a threshold that nobody chose does not go along to something else', () => {
  expect(withSource(emptyForm(), 'tile').threshold).toBeNaN();
  expect(withSource(emptyForm('tile'), 'search').threshold).toBe(1);
  expect(withSource({ ...emptyForm(), threshold: 7 }, 'tile')).toEqual({ source: 'tile' });
});
