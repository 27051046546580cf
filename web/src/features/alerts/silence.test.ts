import { expect, test } from 'vitest';

import { acknowledgement, isAcknowledgement, silenceWords } from './silence';

const at = '2026-11-15T14:00:00Z';
const member = {
  createdAt: at,
  email: 'ada@example.com',
  id: '1',
  isCurrentUser: false,
  isVirtual: false,
  twoFactor: null,
  name: 'Ada',
  role: 'admin',
  roleId: '000000000000000000000a01',
  roleName: 'Admin',
} as const;
const silence = { at, by: '1', reason: '', until: '2026-11-15T15:00:00Z' };

test('an acknowledgement is a silence of an hour', () => {
  const asked = acknowledgement(Date.parse(at));
  expect(asked).toEqual({ until: '2026-11-15T15:00:00.000Z', reason: 'Acknowledged' });
  expect(isAcknowledgement({ ...silence, ...asked })).toBe(true);
  expect(silenceWords({ ...silence, ...asked }, [member], 'UTC')).toBe(
    'Acknowledged by Ada: no notifications until 15 Nov 2026 15:00:00',
  );
});

test.each([
  [silence, [member], 'Silenced by Ada until 15 Nov 2026 15:00:00'],
  [
    { ...silence, reason: 'upgrade' },
    [{ ...member, isCurrentUser: true }],
    'Silenced by you until 15 Nov 2026 15:00:00: upgrade',
  ],
  [silence, [{ ...member, name: '' }], 'Silenced by ada@example.com until 15 Nov 2026 15:00:00'],
  [silence, undefined, 'Silenced until 15 Nov 2026 15:00:00'],
  [silence, [], 'Silenced by a former member until 15 Nov 2026 15:00:00'],
])('%j with %j', (given, members, want) => {
  expect(silenceWords(given, members, 'UTC')).toBe(want);
});
