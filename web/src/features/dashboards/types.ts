import type {
  CategoryConfig,
  ColorRule,
  Dashboard,
  EventPatternsConfig,
  HeatmapConfig,
  LineConfig,
  MarkdownConfig,
  NumberConfig,
  PromQLCategoryConfig,
  PromQLHeatmapConfig,
  PromQLLineConfig,
  PromQLNumberConfig,
  PromQLStackedBarConfig,
  PromQLTableConfig,
  SearchConfig,
  SQLCategoryConfig,
  SQLLineConfig,
  SQLNumberConfig,
  SQLStackedBarConfig,
  SQLTableConfig,
  StackedBarConfig,
  TableConfig,
  Tile,
} from '../../api/stack.gen';
export type { Language } from '../../api/types';

export type Color = ColorRule['color'];

/** The configurations of the API by the type of their tile. */
interface Configs {
  line: LineConfig;
  stacked_bar: StackedBarConfig;
  table: TableConfig;
  number: NumberConfig;
  pie: CategoryConfig;
  bar: CategoryConfig;
  heatmap: HeatmapConfig;
  search: SearchConfig;
  event_patterns: EventPatternsConfig;
  markdown: MarkdownConfig;
}

/** The same for tiles whose rows come from a statement in SQL. */
interface SqlConfigs {
  line: SQLLineConfig;
  stacked_bar: SQLStackedBarConfig;
  table: SQLTableConfig;
  number: SQLNumberConfig;
  pie: SQLCategoryConfig;
  bar: SQLCategoryConfig;
}

/** The same for tiles whose numbers come from expressions in PromQL. */
interface PromConfigs {
  line: PromQLLineConfig;
  stacked_bar: PromQLStackedBarConfig;
  table: PromQLTableConfig;
  number: PromQLNumberConfig;
  pie: PromQLCategoryConfig;
  bar: PromQLCategoryConfig;
  heatmap: PromQLHeatmapConfig;
}

/** In the API's document each configuration has any display type; here it has its own. */
type Typed<Config, Type, Kind> = Omit<Config, 'displayType' | 'configType'> & { displayType: Type } & Kind;
type ConfigByType = { [Type in keyof Configs]: Typed<Configs[Type], Type, { configType?: never }> };
type SqlConfigByType = { [Type in keyof SqlConfigs]: Typed<SqlConfigs[Type], Type, { configType: 'sql' }> };
type PromConfigByType = { [Type in keyof PromConfigs]: Typed<PromConfigs[Type], Type, { configType: 'promql' }> };

export type DisplayType = keyof Configs;

/** The configuration of a tile that is built in the editor. */
export type ConfigOf<Type extends DisplayType> = ConfigByType[Type];
/** That of a tile whose rows come from a statement. */
export type SqlConfigOf<Type extends keyof SqlConfigs> = SqlConfigByType[Type];
export type SqlConfig = SqlConfigOf<keyof SqlConfigs>;
/** That of a tile whose numbers come from PromQL. */
export type PromConfigOf<Type extends keyof PromConfigs> = PromConfigByType[Type];
export type PromConfig = PromConfigOf<keyof PromConfigs>;

/** What a tile shows; `displayType` and `configType` say which fields it has. */
export type TileConfig = ConfigOf<DisplayType> | SqlConfig | PromConfig;

/** The types that are drawn from series of numbers. */
export const chartTypes = ['line', 'stacked_bar', 'number', 'table', 'bar', 'pie'] as const;
export type ChartType = (typeof chartTypes)[number];
export type ChartConfig = ConfigOf<ChartType>;

/** The types that PromQL has. */
export const promTypes = [...chartTypes, 'heatmap'] as const satisfies (keyof PromConfigs)[];
export type PromType = keyof PromConfigs;

/** Reads a configuration of the API, which stores only those that fit their display type. */
export function configOf(config: Tile['config']): TileConfig {
  return config as TileConfig;
}

/** The place of a tile: on the board itself, in a section, or in a tab of one. */
export interface Seat {
  containerId?: string | undefined;
  tabId?: string | undefined;
}

/** A tile as the page works with it: with an id at any time, also before it was stored. */
export interface BoardTile extends Omit<Tile, 'config' | 'id' | 'containerId' | 'tabId'>, Seat {
  id: string;
  config: TileConfig;
}

/** A dashboard as the page works with it. */
export interface Board extends Omit<Dashboard, 'tiles'> {
  tiles: BoardTile[];
}

/** Says whether a tile is drawn from series of numbers. */
export function isChart(config: TileConfig): config is ChartConfig {
  return config.configType === undefined && isChartType(config.displayType);
}

/** Says whether the numbers of a tile come from expressions in PromQL. */
export function isPromQL(config: TileConfig): config is PromConfig {
  return config.configType === 'promql';
}

/** Says whether a condition above the tiles narrows any of them; PromQL has its own, and text has none. */
export function takesCondition(tiles: { config: TileConfig }[]): boolean {
  return tiles.length === 0 || tiles.some(({ config }) => !isPromQL(config) && config.displayType !== 'markdown');
}

/** Says whether a tile may have exemplars: metrics over time do, unless the tile shows none. */
export function hasExemplars(config: TileConfig): boolean {
  if (config.displayType !== 'line' && config.displayType !== 'stacked_bar') return false;
  return config.exemplars !== false && readsMetrics(config);
}

/** Says whether a tile over time reads metrics that can have exemplars. */
export function readsMetrics(config: TileConfig): boolean {
  if (!isChart(config)) return isPromQL(config);
  return config.select.some(({ metricType = 'summary' }) => metricType !== 'summary');
}

export function isChartType(type: DisplayType): type is ChartType {
  return (chartTypes as readonly DisplayType[]).includes(type);
}

export function isPromType(type: DisplayType): type is PromType {
  return (promTypes as readonly DisplayType[]).includes(type);
}

/** The source that a tile reads; empty for tiles without one. */
export function sourceIdOf(config: TileConfig): string {
  return 'sourceId' in config ? (config.sourceId ?? '') : '';
}

/** How much earlier than its dashboard a tile shows; undefined for the same time. */
export function shiftOf(config: TileConfig): string | undefined {
  return 'timeShift' in config ? config.timeShift : undefined;
}

/** How the types of tiles are called. */
export const displayNames: Record<DisplayType, string> = {
  line: 'Line',
  stacked_bar: 'Bars over time',
  number: 'Number',
  table: 'Table',
  bar: 'Bars',
  pie: 'Pie',
  heatmap: 'Heatmap',
  search: 'Events',
  event_patterns: 'Patterns',
  markdown: 'Text',
};

/** Says whether a tile can be watched by an alert. */
export function canAlert({ displayType }: { displayType: DisplayType }): boolean {
  return displayType === 'line' || displayType === 'stacked_bar' || displayType === 'number';
}
