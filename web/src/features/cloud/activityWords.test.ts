import { expect, test } from 'vitest';

import { activityWords, changeText } from './activityWords';

test('types of the audit log are put into words', () => {
  expect(activityWords('service_create')).toBe('Created a service');
  expect(activityWords('service_update_upgrade_window')).toBe('Service update upgrade window');
});

test('a change shows what was and what is', () => {
  expect(changeText({ name: 'a' }, undefined)).toBe('Before: {\n  "name": "a"\n}');
  expect(changeText(undefined, null)).toBe('');
});
