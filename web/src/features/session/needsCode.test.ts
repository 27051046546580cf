import { expect, test } from 'vitest';

import { ApiError } from '../../api/error';
import { needsCode } from './needsCode';

const refused = (code: string) => new ApiError('no', 401, '', null, [{ path: 'code', code, message: 'is something' }]);

test('a missing code is asked for, a wrong one and a wrong password are failures', () => {
  expect(needsCode(refused('required'))).toBe(true);
  expect(needsCode(refused('wrong'))).toBe(false);
  expect(needsCode(new ApiError('no', 401, ''))).toBe(false);
  expect(needsCode(new Error('no'))).toBe(false);
});
