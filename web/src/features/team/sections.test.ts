import { expect, test } from 'vitest';

import { mayOf } from '../../api/may';
import type { Session } from '../../api/types';
import { openSection, teamSections } from './sections';

const everything = [...new Set(teamSections.flatMap(({ needs }) => (needs?.includes(':') ? [needs] : [])))];

function mayWith(permissions: string[], readsAudit = false) {
  return mayOf({ may: { permissions, readsData: true, isScoped: false, readsAudit } } as unknown as Session);
}

const idsOf = (permissions: string[], readsAudit = false, managesTeams = false) =>
  openSection('keys', mayWith(permissions, readsAudit), managesTeams).open.map(({ id }) => id);

test('somebody without any permission has their keys', () => {
  expect(idsOf([])).toEqual(['keys']);
});

test('all permissions open all sections', () => {
  expect(idsOf(everything, true, true)).toEqual(teamSections.map(({ id }) => id));
});

test.each(everything)('without %s, the sections that need it are neither listed nor shown', (missing) => {
  const may = mayWith(everything.filter((one) => one !== missing));
  for (const { id, needs } of teamSections.filter((one) => one.needs?.includes(':'))) {
    const { open, asked, isRefused } = openSection(id, may, false);
    expect(asked?.id).toBe(id);
    expect(isRefused).toBe(needs === missing);
    expect(open.some((one) => one.id === id)).toBe(needs !== missing);
  }
});

test('the audit log is for those who read everything, the name of the team for admins of the organization', () => {
  expect(openSection('audit', mayWith(everything), true).isRefused).toBe(true);
  expect(openSection('audit', mayWith([], true), false).isRefused).toBe(false);
  expect(openSection('general', mayWith(everything, true), false).isRefused).toBe(true);
});

test('an address without a section shows the keys, one with an unknown name nothing', () => {
  expect(openSection(undefined, mayWith([]), false).asked?.id).toBe('keys');
  expect(openSection('nothing', mayWith([]), false)).toMatchObject({ asked: null, isRefused: false });
});
