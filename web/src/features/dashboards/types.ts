import type {
  BackgroundChart,
  ColorRule,
  Dashboard,
  Formula,
  HeatmapItem,
  LineConfig,
  NumberFormat,
  OnClick,
  SelectItem,
  Tile,
} from '../../api/stack.gen';

export type DisplayType = LineConfig['displayType'];
export type Language = 'lucene' | 'sql';
export type Color = ColorRule['color'];

/** What a tile shows, with the fields of all types; each type has some of them. */
export interface TileConfig {
  displayType: DisplayType;
  configType?: 'sql';
  sourceId?: string;
  /** Series of charts, one item of a heatmap, or the columns of a search. */
  select?: SelectItem[] | HeatmapItem[] | string;
  groupBy?: string;
  having?: string;
  orderBy?: string;
  limit?: number | undefined;
  asRatio?: boolean;
  formulas?: Formula[];
  showOperandSeries?: boolean;
  numberFormat?: NumberFormat | undefined;
  seriesLimit?: number | undefined;
  fillNulls?: boolean;
  alignDateRangeToGranularity?: boolean;
  compareToPreviousPeriod?: boolean;
  fitYAxisToData?: boolean;
  groupByColumnsOnLeft?: boolean;
  onClick?: OnClick;
  color?: Color | undefined;
  colorRules?: ColorRule[];
  backgroundChart?: BackgroundChart | undefined;
  where?: string;
  whereLanguage?: Language;
  markdown?: string;
  connectionId?: string;
  sqlTemplate?: string;
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

/** The series of a chart tile; none for other types. */
export function seriesOf(config: TileConfig): SelectItem[] {
  return isChart(config) && Array.isArray(config.select) ? (config.select as SelectItem[]) : [];
}

/** Says whether a tile is drawn from series of numbers. */
export function isChart(config: TileConfig): boolean {
  return (
    config.configType === undefined &&
    ['line', 'stacked_bar', 'table', 'number', 'pie', 'bar'].includes(config.displayType)
  );
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
export function canAlert(config: TileConfig): boolean {
  return ['line', 'stacked_bar', 'number'].includes(config.displayType);
}
