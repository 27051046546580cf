import { expect, test } from 'vitest';

import type { Right } from './may';
import { homeInsteadOf, homeOf, lacks, managesPeople, opens, usesStack, type Role } from './roles';
import type { Session } from './types';

function visitor(role: Role, permissions: Right[], readsData = permissions.length > 0, isScoped = false): Session {
  return {
    user: { id: '1', name: 'Ada', email: 'ada@example.com' },
    team: { id: '2', name: 'Home', rawSql: false },
    role,
    teamRole: '',
    teams: [],
    may: { permissions, readsData, isScoped, readsAudit: false, cloud: [] },
  };
}

const reader: Right[] = ['read:Connection', 'read:Source', 'read:Dashboard', 'read:SavedSearch', 'read:Alert'];
const billing = visitor('billing', []);
const developer = visitor('developer', reader);

test.each([
  { who: visitor('admin', reader), stack: true, people: true, home: '/' },
  { who: developer, stack: true, people: false, home: '/' },
  { who: visitor('member', ['read:Connection']), stack: true, people: false, home: '/' },
  { who: visitor('member', []), stack: false, people: false, home: '/account' },
  { who: billing, stack: false, people: false, home: '/cloud/usage' },
  { who: visitor('billing', reader), stack: true, people: false, home: '/' },
])('$who.role uses the stack: $stack, manages people: $people', ({ who, stack, people, home }) => {
  expect(usesStack(who)).toBe(stack);
  expect(managesPeople(who)).toBe(people);
  expect(homeOf(who)).toBe(home);
});

test.each([
  { path: '/', is: false },
  { path: '/dashboards/1', is: false },
  { path: '/cloudy', is: false },
  { path: '/cloud', is: true },
  { path: '/cloud/members?from=1h', is: true },
  { path: '/team/members', is: true },
  { path: '/account', is: true },
])('billing opens $path: $is', ({ path, is }) => {
  expect(opens(billing, path)).toBe(is);
  expect(opens(developer, path)).toBe(true);
});

test('billing is told that a certain page is refused, not the first one', () => {
  expect(homeInsteadOf(billing, '/')).toBe('/cloud/usage');
  expect(homeInsteadOf(billing, '/?from=now-1h')).toBe('/cloud/usage');
  expect(homeInsteadOf(billing, '/traces/1?span=2')).toBe('/cloud/usage?refused=true');
});

test('telemetry can’t be searched without sources', () => {
  expect(lacks(visitor('member', ['read:Connection'], true), '/search')).toBe('read:Source');
});

test.each([
  ['/', null],
  ['/search', 'data'],
  ['/search/saved', 'read:SavedSearch'],
  ['/charts', 'data'],
  ['/traces/1', 'data'],
  ['/services/cart', 'data'],
  ['/dashboards', 'read:Dashboard'],
  ['/dashboards/1', 'read:Dashboard'],
  ['/alerts/1', 'read:Alert'],
  ['/alertsome', null],
  ['/team/roles', null],
] as const)('%s needs %s', (path, need) => {
  expect(lacks(visitor('member', ['read:Connection'], false), path)).toBe(need);
  expect(lacks(developer, path)).toBeNull();
});
