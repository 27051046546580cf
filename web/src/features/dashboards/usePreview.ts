import { useMemo, useState } from 'react';

import { configMistake, type Mistake } from './mistake';
import type { Granularity, Scope } from './scope';
import { pruned } from './tileForm';
import { useTile } from './tiles/useTile';
import type { TileConfig } from './types';
import { useSettled } from './settled';

interface Preview {
  /** What to draw: the last configuration that the server could read; null while there is none. */
  config: TileConfig | null;
  /** What is wrong with the newer one. */
  mistake: Mistake | null;
}

/** Holds the last good drawing of what is being edited, so that half a condition is neither asked for nor drawn. */
export function usePreview(edited: TileConfig, canShow: boolean, scope: Scope, granularity?: Granularity): Preview {
  const settled = useSettled(edited);
  const config = useMemo(() => pruned(settled), [settled]);
  const isAsked = canShow && settled === edited;
  const tile = useTile(config, scope, granularity, isAsked);
  const [good, setGood] = useState<TileConfig | null>(null);
  if (tile.isSuccess && !tile.isPlaceholderData && good !== config) setGood(config);
  const mistake = isAsked ? configMistake(tile.error) : null;
  // While the next answer is on its way, what is drawn must be of the same type.
  const isKept = good?.displayType === config.displayType && (mistake !== null || settled !== edited);
  if (isKept) return { config: good, mistake };
  return { config: canShow && mistake === null ? config : null, mistake };
}
