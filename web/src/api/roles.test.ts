import { expect, test } from 'vitest';

import { homeInsteadOf, homeOf, managesPeople, opens, usesStack } from './roles';

test.each([
  { role: 'admin', stack: true, people: true, home: '/' },
  { role: 'developer', stack: true, people: false, home: '/' },
  { role: 'billing', stack: false, people: false, home: '/cloud/usage' },
] as const)('the role $role uses the stack: $stack, manages people: $people', ({ role, stack, people, home }) => {
  expect(usesStack(role)).toBe(stack);
  expect(managesPeople(role)).toBe(people);
  expect(homeOf(role)).toBe(home);
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
  expect(opens('billing', path)).toBe(is);
  expect(opens('developer', path)).toBe(true);
});

test('billing is told that a certain page is refused, not the first one', () => {
  expect(homeInsteadOf('billing', '/')).toBe('/cloud/usage');
  expect(homeInsteadOf('billing', '/?from=now-1h')).toBe('/cloud/usage');
  expect(homeInsteadOf('billing', '/traces/1?span=2')).toBe('/cloud/usage?refused=true');
});
