import { expect, test } from 'vitest';

import type { OrganizationRole } from '../../api/cloud.gen';
import { emptyForm, formOf, isReady, policiesOf } from './permissions';

const policy = (allowDeny: 'ALLOW' | 'DENY', permissions: string[], resources: string[]) => ({
  id: 'p',
  roleId: 'r',
  tenantId: 'organization/o',
  allowDeny,
  permissions,
  resources,
});

const role: OrganizationRole = {
  id: 'r',
  tenantId: 'organization/o',
  ownerId: 'organization/o',
  name: 'Operators',
  type: 'custom',
  actors: ['user/u'],
  policies: [
    policy('DENY', ['control-plane:service:view'], ['instance/c']),
    policy('ALLOW', ['control-plane:organization:view'], ['organization/o']),
    policy('ALLOW', ['control-plane:service:view'], ['instance/a', 'instance/b']),
    policy('ALLOW', ['control-plane:service:manage'], ['instance/a']),
  ],
  createdAt: '',
  updatedAt: '',
};

test('a role that is edited and not changed has the same policies', () => {
  const form = formOf(role);
  expect(form).toMatchObject({ organization: ['control-plane:organization:view'], services: ['a', 'b'] });
  const saved = policiesOf(form, 'o');
  expect(saved).toHaveLength(role.policies.length);
  for (const { allowDeny, permissions, resources } of role.policies)
    expect(saved).toContainEqual({ allowDeny, permissions, resources });
});

test('a form without permissions has no policies, and one on no service is not ready', () => {
  expect(policiesOf(emptyForm, 'o')).toEqual([]);
  expect(isReady({ ...emptyForm, name: 'x' })).toBe(true);
  expect(isReady({ ...emptyForm, name: ' ' })).toBe(false);
  expect(isReady({ ...emptyForm, name: 'x', service: ['control-plane:service:view'], services: [] })).toBe(false);
});
