import type {
  CategoryConfig,
  ColorRule,
  Dashboard,
  EventPatternsConfig,
  HeatmapConfig,
  LineConfig,
  MarkdownConfig,
  NumberConfig,
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

/** In the API's document each configuration has any display type; here it has its own. */
type Typed<Config, Type, Kind> = Omit<Config, 'displayType' | 'configType'> & { displayType: Type } & Kind;
type ConfigByType = { [Type in keyof Configs]: Typed<Configs[Type], Type, { configType?: never }> };
type SqlConfigByType = { [Type in keyof SqlConfigs]: Typed<SqlConfigs[Type], Type, { configType: 'sql' }> };

export type DisplayType = keyof Configs;

/** The configuration of a tile that is built in the editor. */
export type ConfigOf<Type extends DisplayType> = ConfigByType[Type];
/** That of a tile whose rows come from a statement. */
export type SqlConfigOf<Type extends keyof SqlConfigs> = SqlConfigByType[Type];
export type SqlConfig = SqlConfigOf<keyof SqlConfigs>;

/** What a tile shows; `displayType` and `configType` say which fields it has. */
export type TileConfig = ConfigOf<DisplayType> | SqlConfig;

/** The types that are drawn from series of numbers. */
export const chartTypes = ['line', 'stacked_bar', 'number', 'table', 'bar', 'pie'] as const;
export type ChartType = (typeof chartTypes)[number];
export type ChartConfig = ConfigOf<ChartType>;

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

/** Says whether a tile is a question in PromQL, which the editor shows and does not change. */
export function isPromQL(config: TileConfig): boolean {
  return (config as { configType?: string }).configType === 'promql';
}

export function isChartType(type: DisplayType): type is ChartType {
  return (chartTypes as readonly DisplayType[]).includes(type);
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
