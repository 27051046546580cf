import { ApiError } from '../../api/error';

/** Says whether the password was right and a code is needed too. */
export function needsCode(error: unknown): boolean {
  return error instanceof ApiError && error.details.some(({ path, code }) => path === 'code' && code === 'required');
}
