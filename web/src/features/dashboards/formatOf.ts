import type { NumberFormat, Source, TileColumn } from '../../api/stack.gen';
import { expressionFormat, itemFormat } from '../../charting/format';
import { heatItem } from './heat';
import { isChart, sourceIdOf, type TileConfig } from './types';

/** What of a column says how it is written. */
export type Column = Pick<TileColumn, 'numberFormat' | 'series'>;

/** How a column of a tile is written: as the tile says, or else in the unit of what it is taken of. */
export function formatOf(config: TileConfig, sources: Source[], column: Column | undefined): NumberFormat | undefined {
  if (column?.numberFormat !== undefined) return column.numberFormat;
  const source = sources.find(({ id }) => id === sourceIdOf(config));
  if (config.displayType === 'heatmap') return expressionFormat(heatItem(config).valueExpression, source);
  const item = isChart(config) && column?.series !== undefined ? config.select[column.series] : undefined;
  return item === undefined ? undefined : itemFormat(item, source);
}
