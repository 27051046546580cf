import { Text } from '@mantine/core';
import { useMemo } from 'react';

import type { Band, Threshold } from '../../components/chart/types';
import { unreachable } from '../../exhaustive';
import { shiftMs } from '../../time/shift';
import { ChartFields, EventFields, HeatmapFields, MarkdownFields, SqlFields, type FieldsProps } from './ConfigFields';
import { PromFields } from './PromFields';
import { scopeOf, type Granularity, type Scope } from './scope';
import { unshifted } from './tileForm';
import { CategoryTile } from './tiles/CategoryTile';
import { ChartTile } from './tiles/ChartTile';
import { PatternsTile, SearchTile } from './tiles/EventTiles';
import { HeatmapTile } from './tiles/HeatmapTile';
import { MarkdownTile } from './tiles/MarkdownTile';
import { NumberTile } from './tiles/NumberTile';
import { TableTile } from './tiles/TableTile';
import classes from './tiles/tiles.module.css';
import { isPromQL, shiftOf, type TileConfig } from './types';

interface TileContentProps {
  name: string;
  config: TileConfig;
  scope: Scope;
  thresholds?: Threshold[];
  bands?: Band[];
  /** Width of the buckets of a chart over time. */
  granularity?: Granularity;
  onZoom?: (start: number, end: number) => void;
}

/** What a tile of any type shows, at its own time: an earlier one if the tile says so. */
export function TileContent(props: TileContentProps) {
  const { config, scope, onZoom } = props;
  const shift = shiftOf(config);
  const shown = useMemo(() => ({ config: unshifted(config), scope: scopeOf(config, scope) }), [config, scope]);
  const zoom = useMemo(() => onZoom && zoomOf(onZoom, shiftMs(shift)), [onZoom, shift]);
  return <ContentByType {...props} {...shown} {...(zoom !== undefined && { onZoom: zoom })} />;
}

/** Zooms the page so that the tile itself shows what was selected in it. */
function zoomOf(zoom: NonNullable<TileContentProps['onZoom']>, byMs: number): typeof zoom {
  return byMs === 0 ? zoom : (start, end) => zoom(start + byMs, end + byMs);
}

function ContentByType(props: TileContentProps) {
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
      return <HeatmapTile {...props} config={config} />;
    case 'search':
      return <SearchTile name={name} config={config} scope={scope} />;
    case 'event_patterns':
      return <PatternsTile name={name} config={config} scope={scope} />;
    case 'markdown':
      return <MarkdownTile name={name} config={config} scope={scope} />;
    default:
      return <UnknownTile config={config} />;
  }
}

interface TileFieldsProps extends FieldsProps<TileConfig> {
  /** The tile's source is one of metrics. */
  isMetric: boolean;
  /** The variables of the dashboard. */
  variables?: string[];
}

/** What can be said about a tile of its type. */
export function TileFields({ config, isMetric, variables = [], onChange }: TileFieldsProps) {
  if (config.configType === 'sql') return <SqlFields config={config} onChange={onChange} />;
  if (isPromQL(config)) return <PromFields config={config} variables={variables} onChange={onChange} />;
  switch (config.displayType) {
    case 'markdown':
      return <MarkdownFields config={config} onChange={onChange} />;
    case 'search':
    case 'event_patterns':
      return <EventFields config={config} onChange={onChange} />;
    case 'heatmap':
      return <HeatmapFields config={config} onChange={onChange} />;
    case 'line':
    case 'stacked_bar':
    case 'number':
    case 'table':
    case 'bar':
    case 'pie':
      return <ChartFields config={config} isMetric={isMetric} onChange={onChange} />;
    default:
      return unreachable(config);
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
