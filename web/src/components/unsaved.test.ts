import { expect, test } from 'vitest';

import { abandonUnsaved, hasUnsaved, hold } from './unsaved';

test('there is something unsaved until the last form is saved or left', () => {
  const [first, second] = [hold(), hold()];
  first();
  first();
  expect(hasUnsaved()).toBe(true);
  second();
  expect(hasUnsaved()).toBe(false);
});

test('what is given up is not asked for again', () => {
  const end = hold();
  abandonUnsaved();
  expect(hasUnsaved()).toBe(false);
  end();
  expect(hasUnsaved()).toBe(false);
});
