import { afterEach, expect, test, vi } from 'vitest';

import { actIn, actingIn } from '../../api/team';
import type { Session } from '../../api/types';
import { inTeamOf } from './again';

const session = (user: string, team: string) => ({ user: { id: user }, team: { id: team } }) as Session;
const before = session('ada', 'shop');

afterEach(() => actIn(''));

test('the same person goes on', async () => {
  const entered = session('ada', 'shop');
  expect(await inTeamOf(before, entered)).toBe(entered);
});

test('somebody else does not, not even in the same team', async () => {
  const read = vi.fn<() => Promise<Session | null>>();
  expect(await inTeamOf(before, session('bob', 'shop'), read)).toBeNull();
  expect(await inTeamOf(before, session('bob', 'bank'), read)).toBeNull();
  expect(read).not.toHaveBeenCalled();
});

test('somebody with several teams goes on in the one of their changes, as long as they are in it', async () => {
  const there = session('ada', 'shop');
  expect(await inTeamOf(before, session('ada', 'bank'), () => Promise.resolve(there))).toBe(there);
  expect(actingIn()).toBe('shop');
  expect(await inTeamOf(before, session('ada', 'bank'), () => Promise.resolve(session('ada', 'bank')))).toBeNull();
  expect(await inTeamOf(before, session('ada', 'bank'), () => Promise.resolve(null))).toBeNull();
});
