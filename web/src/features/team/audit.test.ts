import { describe, expect, test } from 'vitest';

import type { AuditRecord } from '../../api/stack.gen';
import {
  actorWords,
  addressOfFilter,
  auditAsked,
  auditCursorIn,
  auditFilterIn,
  changesOf,
  noFilter,
  operationWords,
  whatWords,
  originWords,
} from './audit';

const record: AuditRecord = {
  id: 'a',
  sequence: 1,
  at: '2026-11-01T12:00:00.000Z',
  actor: { kind: 'access_key', userId: 'u', name: 'ann@example.com', keyId: 'k', keyName: 'ci', address: '10.0.0.1' },
  door: 'stack_api',
  operation: 'updateAlert',
  subject: { kind: 'alert', id: 'x', name: 'Errors' },
  outcome: 'done',
  count: 1,
  changes: [
    { field: 'threshold', before: 1, after: 2 },
    { field: 'note', after: 'call Ann' },
    { field: 'tags', before: ['a'] },
  ],
  changesCut: false,
  prevHash: '',
  hash: '',
};

describe('the filter', () => {
  test('is in the address as it is asked for', () => {
    const filter = { ...noFilter, text: 'errors', kind: 'alert', since: '2026-11-01' };
    expect(auditFilterIn(addressOfFilter(filter))).toEqual(filter);
    expect(auditAsked(filter, 'UTC')).toEqual({ text: 'errors', subjectKind: 'alert', from: '2026-11-01T00:00:00Z' });
  });

  test('passes over what it does not know', () => {
    expect(auditFilterIn({ kind: 'planet', outcome: 7, since: 'yesterday', until: '2026-02-31', q: {} })).toEqual(
      noFilter,
    );
  });

  test('has the days of the zone, of which the last is included', () => {
    const filter = { ...noFilter, since: '2026-03-28', until: '2026-03-29' }; // clocks go forward
    expect(auditAsked(filter, 'Europe/Berlin')).toEqual({
      from: '2026-03-27T23:00:00Z',
      to: '2026-03-29T22:00:00Z',
    });
  });

  test('goes on from a record', () => {
    expect(auditCursorIn({ before: '6afcfadf1f3b6413d7e0fd0e' })).toBe('6afcfadf1f3b6413d7e0fd0e');
    expect(auditCursorIn({ before: 'yesterday' })).toBe('');
    expect(auditCursorIn({})).toBe('');
  });

  test('keeps a number that was typed as text', () => {
    expect(auditFilterIn({ q: 42 }).text).toBe('42');
  });
});

describe('a record in words', () => {
  test.each([
    ['updateDashboard', 'Update dashboard'],
    ['updateStackDashboard', 'Update dashboard'],
    ['restoreDashboardVersion', 'Restore dashboard version'],
    ['cairn key create', 'cairn key create'],
  ])('%s', (operation, words) => expect(operationWords(operation)).toBe(words));

  test('says what was done without an operation', () => {
    expect(whatWords({ operation: 'createRole', outcome: 'done' })).toBe('Create role');
    expect(whatWords({ operation: '', outcome: 'done' })).toBe('Set up');
    expect(whatWords({ operation: '', outcome: 'refused' })).toBe('Other requests');
  });

  test('says who, with the key that was used', () => {
    expect(actorWords(record)).toBe('ann@example.com (key ci)');
    expect(actorWords({ ...record, actor: { kind: 'cloud_key', keyId: 'k' } })).toBe('Cloud key k');
    expect(actorWords({ ...record, actor: { kind: 'system' } })).toBe('Cairn');
  });

  test('says from where', () => expect(originWords(record)).toBe('Stack API, 10.0.0.1'));

  test('says what became of each field', () => {
    expect(changesOf(record)).toEqual([
      { what: 'threshold', how: 'changed', before: '1', after: '2' },
      { what: 'note', how: 'added', after: 'call Ann' },
      { what: 'tags', how: 'removed', before: '[\n  "a"\n]' },
    ]);
  });
});
