import { expect, test } from 'vitest';

import { managesOrganization, seesCost } from './roles';

test.each([
  { role: 'admin', manages: true, cost: true },
  { role: 'developer', manages: false, cost: false },
  { role: 'billing', manages: false, cost: true },
  { role: null, manages: false, cost: false },
] as const)('the role $role manages: $manages, sees cost: $cost', ({ role, manages, cost }) => {
  expect(managesOrganization(role)).toBe(manages);
  expect(seesCost(role)).toBe(cost);
});
