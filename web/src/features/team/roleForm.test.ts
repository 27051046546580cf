import { expect, test } from 'vitest';

import type { RolePermission } from '../../api/stack.gen';
import {
  actions,
  dataWords,
  effective,
  formOf,
  nextCell,
  noData,
  parsed,
  permissionsOf,
  subjects,
  withCell,
  withNextRow,
  type RoleForm,
} from './roleForm';

/** Numbers that look random and are the same in every run. */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

type Pick = ReturnType<typeof numbers>;

function oneOf<Item>(pick: Pick, items: readonly Item[]): Item {
  return items[pick(items.length)] as Item;
}

function somePermission(pick: Pick): RolePermission {
  const isData = pick(4) === 0;
  const conditions = isData
    ? oneOf(pick, [{}, { where: 'a:b' }, { where: 'x = 1', whereLanguage: 'sql' }, { kind: 'log' }, { where: 7 }])
    : oneOf(pick, [{}, {}, { kind: 'log' }, { name: { $in: ['a', 'b'] } }]);
  return {
    action: oneOf(pick, [...actions, 'manage'] as const),
    subject: oneOf(pick, subjects),
    ...(pick(5) > 0 && { integration: isData ? 'clickhouse' : 'mongodb' }),
    ...(isData && { integration: 'clickhouse' }),
    ...(pick(4) === 0 && { inverted: true }),
    ...(pick(5) === 0 && { fields: ['name'] }),
    ...(pick(2) === 0 && { conditions }),
  };
}

function someRole(seed: number) {
  const pick = numbers(seed);
  const permissions = Array.from({ length: pick(12) }, () => somePermission(pick));
  return { name: 'Some', description: '', permissions };
}

const asSet = (permissions: RolePermission[]) => permissions.map((one) => JSON.stringify(one)).toSorted();
const sent = (form: RoleForm, before: RolePermission[]) =>
  permissionsOf(form, before).map(({ permission }) => permission);
const seeds = Array.from({ length: 200 }, (_, at) => at + 1);

test('a role that is opened and saved stays as it is, whatever it has', () => {
  for (const seed of seeds) {
    const role = someRole(seed);
    expect(asSet(sent(formOf(role), role.permissions)), `seed ${seed}`).toEqual(asSet(role.permissions));
  }
});

test('another cell changes nothing but its row', () => {
  for (const seed of seeds) {
    const role = someRole(seed);
    const pick = numbers(seed + 7);
    const [subject, action] = [oneOf(pick, subjects), oneOf(pick, actions)];
    const form = formOf(role);
    const matrix = withCell(form.matrix, subject, action, nextCell[form.matrix[subject][action]]);
    const after = formOf({ ...role, permissions: sent({ ...form, matrix }, role.permissions) });
    expect(after, `seed ${seed}`).toEqual({ ...form, matrix });
  }
});

test('a form that is sent is read back', () => {
  for (const seed of seeds) {
    const pick = numbers(seed);
    let { matrix } = formOf(null);
    for (const subject of subjects)
      for (const action of actions)
        matrix = withCell(matrix, subject, action, oneOf(pick, ['none', 'allow', 'deny'] as const));
    const data = oneOf(pick, [
      noData,
      { ...noData, rows: 'all' as const },
      { rows: 'some' as const, where: 'a:b', language: oneOf(pick, ['lucene', 'sql'] as const), kind: 'trace' },
    ]);
    const form: RoleForm = { name: 'Some', description: 'of all', matrix, data, others: '' };
    expect(formOf({ name: 'Some', description: 'of all', permissions: sent(form, []) }), `seed ${seed}`).toEqual(form);
  }
});

test('all four actions are one permission', () => {
  const matrix = withNextRow(formOf(null).matrix, 'Alert');
  expect(sent({ ...formOf(null), matrix }, [])).toEqual([
    { action: 'manage', subject: 'Alert', integration: 'mongodb' },
  ]);
  expect(sent({ ...formOf(null), matrix: withNextRow(matrix, 'Alert') }, [])).toEqual([
    { action: 'manage', subject: 'Alert', integration: 'mongodb', inverted: true },
  ]);
});

test('each permission knows the place in the form that it came from', () => {
  const others = '[{"action":"update","subject":"Dashboard","fields":["name"]}]';
  const form: RoleForm = {
    ...formOf(null),
    matrix: withCell(formOf(null).matrix, 'Dashboard', 'read', 'allow'),
    data: { ...noData, rows: 'all' },
    others,
  };
  expect(permissionsOf(form, []).map(({ place }) => place)).toEqual(['matrix', 'data', 'others']);
});

test('everything counts for each kind, and a denial wins', () => {
  const matrix = withCell(withCell(formOf(null).matrix, 'all', 'read', 'allow'), 'Alert', 'read', 'deny');
  expect(effective(matrix, 'Dashboard', 'read')).toBe('allow');
  expect(effective(matrix, 'Alert', 'read')).toBe('deny');
  expect(effective(matrix, 'Alert', 'create')).toBe('none');
});

test.each([
  ['', []],
  ['  ', []],
  ['[]', []],
  ['{}', null],
  ['[', null],
])('%j as a list of permissions', (text, want) => {
  expect(parsed(text)).toEqual(want);
});

const data = { action: 'read', subject: 'all', integration: 'clickhouse' } as const;
test.each([
  [[], 'None'],
  [[data], 'All'],
  [[{ ...data, conditions: { where: 'ServiceName:cart' } }], 'ServiceName:cart'],
  [[{ ...data, conditions: { where: 'ServiceName:cart', kind: 'log' } }], 'Logs, ServiceName:cart'],
  [[{ ...data, conditions: { kind: 'trace' } }], 'Traces'],
  [[data, { ...data, inverted: true }], 'Several conditions'],
])('%j reads %s', (permissions, want) => {
  expect(dataWords(permissions)).toBe(want);
});
