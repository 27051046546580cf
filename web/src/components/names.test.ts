import { expect, test } from 'vitest';

import { namesFound, namesOf, namesShownMax } from './names';

const many = Array.from({ length: 500 }, (_, at) => ({ id: `id${at}`, name: `Search ${500 - at}` }));

test('names are in the order of lists, whatever the order of the records', () => {
  expect(namesOf(many).slice(0, 3)).toEqual([
    { value: 'id499', label: 'Search 1' },
    { value: 'id498', label: 'Search 2' },
    { value: 'id497', label: 'Search 3' },
  ]);
});

test('a long list is cut, which says how many are left', () => {
  const shown = namesFound(namesOf(many), '');
  expect(shown).toHaveLength(namesShownMax + 1);
  expect(shown.at(-1)).toMatchObject({ label: '400 more names. Type to find one.', disabled: true });
});

test('names are found by a part of them in any letter case', () => {
  expect(namesFound(namesOf(many), ' search 50').map(({ label }) => label)).toEqual(['Search 50', 'Search 500']);
  expect(namesFound(namesOf(many), 'nothing')).toEqual([]);
});
