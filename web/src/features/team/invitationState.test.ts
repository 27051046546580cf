import { expect, test } from 'vitest';

import { spentWords } from './invitationState';

test.each(['team', 'organization'] as const)('a used and an expired invitation to the %s are told apart', (to) => {
  const [used, expired] = [spentWords('gone', to), spentWords('expired', to)];
  expect(expired).toEqual({ title: 'This invitation has expired', text: `Ask an admin of the ${to} for a new one.` });
  expect(used.title).toBe('This invitation can’t be used');
  expect(used.text).toMatch(/^It was used, replaced or taken back, or the link is incomplete\./);
  expect(used.text).not.toMatch(/expired/);
  expect(used.text).toMatch(/sign in/);
});
