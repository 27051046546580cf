import type { NumberFormat, Source, TileColumn } from '../../api/stack.gen';
import { itemFormat } from '../../charting/format';
import { isChart, sourceIdOf, type TileConfig } from './types';

/** What of a column says how it is written. */
export type Column = Pick<TileColumn, 'numberFormat' | 'series'>;

/** How a column of a tile is written: as the tile says, or else in the unit of what it is taken of. */
export function formatOf(config: TileConfig, sources: Source[], column: Column | undefined): NumberFormat | undefined {
  if (column?.numberFormat !== undefined) return column.numberFormat;
  const source = sources.find(({ id }) => id === sourceIdOf(config));
  const item = isChart(config) && column?.series !== undefined ? config.select[column.series] : undefined;
  return item === undefined ? undefined : itemFormat(item, source);
}

/** The column that an alert compares: what the tile shows last, which is a formula, the ratio, or a series. */
export function watchedColumn(config: TileConfig): Column {
  if ('numberFormat' in config && config.numberFormat !== undefined) return { numberFormat: config.numberFormat };
  if (!isChart(config)) return {};
  const formula = 'formulas' in config ? config.formulas?.at(-1) : undefined;
  if (formula !== undefined) return formula.numberFormat === undefined ? {} : { numberFormat: formula.numberFormat };
  return 'asRatio' in config && config.asRatio === true ? {} : { series: config.select.length - 1 };
}
