import type { Band, Threshold } from '../../../components/chart/types';
import type { Scope } from '../scope';
import type { TileConfig } from '../types';
import { CategoryTile } from './CategoryTile';
import { ChartTile } from './ChartTile';
import { PatternsTile, SearchTile } from './EventTiles';
import { HeatmapTile } from './HeatmapTile';
import { MarkdownTile } from './MarkdownTile';
import { NumberTile } from './NumberTile';
import { SqlTile } from './SqlTile';
import { TableTile } from './TableTile';

interface TileContentProps {
  name: string;
  config: TileConfig;
  scope: Scope;
  thresholds?: Threshold[];
  bands?: Band[];
  onZoom?: (start: number, end: number) => void;
}

/** What a tile of any type shows. */
export function TileContent(props: TileContentProps) {
  const { name, config, scope } = props;
  const part = { name, config, scope };
  if (config.configType === 'sql') return <SqlTile {...part} />;
  switch (config.displayType) {
    case 'line':
    case 'stacked_bar':
      return <ChartTile {...props} />;
    case 'number':
      return <NumberTile {...part} />;
    case 'table':
      return <TableTile {...part} />;
    case 'pie':
    case 'bar':
      return <CategoryTile {...part} />;
    case 'heatmap':
      return <HeatmapTile {...part} />;
    case 'search':
      return <SearchTile {...part} />;
    case 'event_patterns':
      return <PatternsTile {...part} />;
    default:
      return <MarkdownTile {...part} />;
  }
}
