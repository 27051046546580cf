import { expect, test } from 'vitest';

import { cloudMayOf, managesOrganization, seesCost, seesServices } from './roles';

test.each([
  { held: ['control-plane:organization:manage'], manages: true, cost: false, services: false },
  { held: ['control-plane:organization:view-billing'], manages: false, cost: true, services: false },
  { held: ['control-plane:service:view'], manages: false, cost: false, services: true },
  { held: undefined, manages: false, cost: false, services: false },
])('$held manages: $manages, sees cost: $cost, sees services: $services', ({ held, manages, cost, services }) => {
  const may = cloudMayOf(held);
  expect(managesOrganization(may)).toBe(manages);
  expect(seesCost(may)).toBe(cost);
  expect(seesServices(may)).toBe(services);
});
