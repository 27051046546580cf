import { useDebouncedValue } from '@mantine/hooks';

import type { TileConfig } from './types';

/** A pause in typing of this length means that a text is done. */
export const settleMs = 450;

/** The fields that people type; everything else is chosen, and counts at once. */
const typed = new Set([
  'where',
  'valueExpression',
  'alias',
  'expression',
  'groupBy',
  'having',
  'orderBy',
  'sqlTemplate',
  'markdown',
  'value',
  'label',
  'min',
  'max',
  'timeShift',
]);

/** A configuration without its texts: two that differ by what is typed alone have the same. */
export function skeletonOf(config: TileConfig): string {
  return JSON.stringify(config, (field, value: unknown) => (typed.has(field) ? '' : value));
}

/** The configuration with what is chosen, and with what is typed once the typing pauses. */
export function useSettled(edited: TileConfig): TileConfig {
  const [debounced] = useDebouncedValue(edited, settleMs);
  return skeletonOf(edited) === skeletonOf(debounced) ? debounced : edited;
}
