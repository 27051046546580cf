import { useMemo } from 'react';

import type { Filter, NumberFormat } from '../../api/stack.gen';
import type { TimeSpan } from '../../time/range';
import { tokenColor } from '../dashboards/color';
import { unnarrowed } from '../dashboards/scope';
import { ChartTile } from '../dashboards/tiles/ChartTile';
import { isPromQL, type ConfigOf, type PromConfigOf } from '../dashboards/types';
import { intervalMs } from './form';
import { bandsOf, thresholdLines, type Firing } from './spans';
import type { AlertForm } from './types';

/** The server draws no more points than this. */
const pointsMax = 10_500;

interface WatchChartProps {
  name: string;
  config: ConfigOf<'line'> | PromConfigOf<'line'>;
  /** The filters of its dashboard, with nothing chosen. */
  filters?: Filter[];
  /** How its values are written. */
  format: NumberFormat | undefined;
  form: Pick<AlertForm, 'thresholdType' | 'threshold' | 'thresholdMax' | 'interval'>;
  span: TimeSpan;
  firing: Firing[];
  scheme: 'light' | 'dark';
  onZoom?: (start: number, end: number) => void;
}

/** What an alert watches, in its own windows, with its threshold and the times in which it fired. */
export function WatchChart({
  name,
  config: given,
  filters,
  format,
  form,
  span,
  firing,
  scheme,
  onZoom,
}: WatchChartProps) {
  const { start, end } = span;
  const scope = useMemo(() => ({ ...unnarrowed({ start, end }), filters: filters ?? [] }), [start, end, filters]);
  const color = tokenColor('chart-error', scheme);
  const { thresholdType, threshold, thresholdMax, interval } = form;
  const thresholds = useMemo(
    () => thresholdLines({ thresholdType, threshold, thresholdMax }, color, format),
    [thresholdType, threshold, thresholdMax, color, format],
  );
  const config = useMemo(() => ofWindows(given, interval), [given, interval]);
  const firingKey = JSON.stringify(firing);
  const bands = useMemo(() => bandsOf(JSON.parse(firingKey) as Firing[], color), [firingKey, color]);
  const isFine = (end - start) / intervalMs(interval) <= pointsMax;
  return (
    <ChartTile
      name={name}
      config={config}
      scope={scope}
      thresholds={thresholds}
      bands={bands}
      granularity={isFine ? interval : 'auto'}
      {...(onZoom !== undefined && { onZoom })}
    />
  );
}

/** In PromQL the range is that of a window, as the alert has it, and not that of the chart. */
function ofWindows<Config extends WatchChartProps['config']>(config: Config, interval: AlertForm['interval']): Config {
  if (!isPromQL(config)) return config;
  const seconds = intervalMs(interval) / 1000;
  const queries = config.queries.map((query) => ({
    ...query,
    expression: query.expression
      .replaceAll(/\$(?:__range_ms\b|\{__range_ms\})/g, String(seconds * 1000))
      .replaceAll(/\$(?:__range_s\b|\{__range_s\})/g, String(seconds))
      .replaceAll(/\$(?:__range\b|\{__range\})/g, `${seconds}s`),
  }));
  return { ...config, queries };
}
