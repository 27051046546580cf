import { expect, test } from 'vitest';

import type { Session } from '../api/types';
import { keepTeam, placeInTeam, teamStep } from './team';

function session(...ids: string[]): Session {
  const [first = 'a'] = ids;
  return {
    user: { id: 'u', name: 'Ann', email: 'ann@example.com' },
    team: { id: first, name: first, rawSql: false },
    role: 'admin',
    teamRole: 'Admin',
    may: { permissions: [], readsData: true, isScoped: false, readsAudit: false, cloud: [] },
    teams: ids.map((id) => ({ id, name: id, serviceId: '' })),
  };
}

test.each([
  ['one team needs no name', session('a'), undefined, null, { is: 'there' }],
  ['one team may be named', session('a'), 'a', null, { is: 'there' }],
  ['the address decides', session('a', 'b'), 'b', 'a', { is: 'switch', to: 'b' }],
  ['and stays', session('b', 'a'), 'b', null, { is: 'there' }],
  ['without one, the last choice is named', session('a', 'b'), undefined, 'b', { is: 'name', to: 'b' }],
  ['a last choice that is no longer mine is not', session('a', 'b'), undefined, 'c', { is: 'name', to: 'a' }],
  ['an empty one is none', session('a', 'b'), '', null, { is: 'name', to: 'a' }],
  ['the team of others is not shown', session('a', 'b'), 'c', 'b', { is: 'foreign' }],
  ['nor to somebody with one team', session('a'), 'c', null, { is: 'foreign' }],
] as const)('%s', (_, who, wanted, last, want) => {
  expect(teamStep(who, wanted, last)).toEqual(want);
});

test.each([
  [{ team: 'a' }, {}, { team: 'a' }],
  [{ team: 'a' }, { q: 'x' }, { team: 'a', q: 'x' }],
  [{ team: 'a' }, { team: 'b' }, { team: 'b' }],
  [{}, { q: 'x' }, { q: 'x' }],
])('from %j to %j', (search, parts, want) => {
  expect(keepTeam({ search, next: () => parts })).toEqual(want);
});

test.each([
  ['/team/roles', '/team/roles'],
  ['/', '/'],
  ['/dashboards/65a0', '/dashboards'],
  ['/search', '/search'],
  ['/services/cart', '/services'],
  ['/metrics/up', '/metrics'],
  ['/cloud/services/1', '/'],
])('%s of another team is %s', (path, want) => {
  expect(placeInTeam(path)).toBe(want);
});
