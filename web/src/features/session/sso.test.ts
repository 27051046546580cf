import { expect, test } from 'vitest';

import { backFrom } from './sso';

test('what a provider sends back is read as it was written', () => {
  expect(backFrom('?state=123&code=0042&session_state=x')).toEqual({ state: '123', code: '0042' });
  expect(backFrom('?error=access_denied&state=s&iss=https%3A%2F%2Fid.example')).toEqual({
    state: 's',
    error: 'access_denied',
    iss: 'https://id.example',
  });
  expect(backFrom('')).toEqual({ state: '' });
  expect(backFrom('?code=')).toEqual({ state: '' });
});
