import { Text } from '@mantine/core';

import type { Band, Threshold } from '../../../components/chart/types';
import type { Scope } from '../scope';
import type { TileConfig } from '../types';
import { CategoryTile } from './CategoryTile';
import { ChartTile } from './ChartTile';
import { PatternsTile, SearchTile } from './EventTiles';
import { HeatmapTile } from './HeatmapTile';
import { MarkdownTile } from './MarkdownTile';
import { NumberTile } from './NumberTile';
import { TableTile } from './TableTile';
import classes from './tiles.module.css';

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
  switch (config.displayType) {
    case 'line':
    case 'stacked_bar':
      return <ChartTile {...props} config={config} />;
    case 'number':
      return <NumberTile name={name} config={config} scope={scope} />;
    case 'table':
      return <TableTile name={name} config={config} scope={scope} />;
    case 'pie':
    case 'bar':
      return <CategoryTile name={name} config={config} scope={scope} />;
    case 'heatmap':
      return <HeatmapTile name={name} config={config} scope={scope} />;
    case 'search':
      return <SearchTile name={name} config={config} scope={scope} />;
    case 'event_patterns':
      return <PatternsTile name={name} config={config} scope={scope} />;
    case 'markdown':
      return <MarkdownTile name={name} config={config} />;
    default:
      return <UnknownTile config={config} />;
  }
}

/** Stands for a tile that a newer server knows and this page, loaded before, does not. */
function UnknownTile({ config }: { config: never }) {
  const { displayType } = config as { displayType: string };
  return (
    <div className={classes.middle} role="status">
      <Text size="xs" c="dimmed">
        This page does not know tiles of type “{displayType}” yet. Reload it to see the tile.
      </Text>
    </div>
  );
}
