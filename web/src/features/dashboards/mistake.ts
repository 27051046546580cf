import { createContext, useContext } from 'react';

import { ApiError } from '../../api/error';

/** What the server found wrong: at which field of the request, in the words of that field. */
export interface Mistake {
  path: string;
  message: string;
}

/** The field that a refused request is about; null when the failure is not about one. */
export function mistakeOf(error: unknown): Mistake | null {
  if (!(error instanceof ApiError) || error.status !== 400) return null;
  const match = /^([a-z]+(?:\.\w+)+): (?:col (\d+): )?(.+?)\.?(?:; [a-z]+\.\S+: .*)?$/is.exec(error.message);
  if (match === null) return null;
  const [, path = '', column, said = ''] = match;
  const sentence = said.charAt(0).toUpperCase() + said.slice(1);
  const message = column === undefined ? `${sentence}.` : `${sentence} (character ${column}).`;
  return { path: path.charAt(0).toLowerCase() + path.slice(1), message };
}

/** The field of a tile's configuration that a refused request is about, such as `select.0.where`. */
export function configMistake(error: unknown): Mistake | null {
  const mistake = mistakeOf(error);
  const match = /^tile\.config\.(.+)$/.exec(mistake?.path ?? '');
  return mistake === null || match === null ? null : { ...mistake, path: match[1] ?? '' };
}

/** What is wrong with the configuration that is being edited. */
export const MistakeContext = createContext<Mistake | null>(null);

/** What is wrong with a field of the configuration; null when nothing is. */
export function useMistakeAt(path: string): string | null {
  const mistake = useContext(MistakeContext);
  return mistake?.path === path ? mistake.message : null;
}
