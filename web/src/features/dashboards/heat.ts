import type { HeatmapItem } from '../../api/stack.gen';
import { isPromQL, type ConfigOf, type PromConfigOf } from './types';

/** The heatmap's one item; an empty one for those of PromQL, which have none. */
export function heatItem(config: ConfigOf<'heatmap'> | PromConfigOf<'heatmap'>): HeatmapItem {
  const [item] = isPromQL(config) ? [] : config.select;
  return item ?? { valueExpression: '' };
}
