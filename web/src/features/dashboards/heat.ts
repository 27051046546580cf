import type { HeatmapItem } from '../../api/stack.gen';
import type { ConfigOf } from './types';

/** The heatmap's one item. */
export function heatItem(config: ConfigOf<'heatmap'>): HeatmapItem {
  return config.select[0] ?? { valueExpression: '' };
}
