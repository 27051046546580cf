import { expect, test } from 'vitest';

import { canDelete, commandsIn, isBusy, reverseTone, serviceTone, stateWords } from './states';

test('a service on its way is busy, and offers the way back', () => {
  expect(isBusy('provisioning')).toBe(true);
  expect(serviceTone('stopping')).toBe('busy');
  expect(commandsIn('starting')).toEqual(['stop']);
});

test.each([
  ['running', 'good', ['stop'], false],
  ['idle', 'quiet', ['awake', 'stop'], true],
  ['stopped', 'quiet', ['start'], true],
  ['failed', 'bad', ['start'], true],
  ['terminating', 'busy', [], false],
] as const)('a service that is %s', (state, tone, commands, isDeletable) => {
  expect(serviceTone(state)).toBe(tone);
  expect(commandsIn(state)).toEqual(commands);
  expect(canDelete(state)).toBe(isDeletable);
});

test('statuses of endpoints have a meaning', () => {
  expect([
    reverseTone('Ready'),
    reverseTone('PendingAcceptance'),
    reverseTone('Rejected'),
    reverseTone('Unknown'),
  ]).toEqual(['good', 'busy', 'bad', 'quiet']);
});

test('states are written as words', () => {
  expect(stateWords('PendingAcceptance')).toBe('Pending acceptance');
  expect(stateWords('running')).toBe('Running');
});
