import { useMemo } from 'react';

import type { NumberFormat } from '../../api/stack.gen';
import type { TimeSpan } from '../../time/range';
import { tokenColor } from '../dashboards/color';
import { unnarrowed } from '../dashboards/scope';
import { ChartTile } from '../dashboards/tiles/ChartTile';
import type { ConfigOf } from '../dashboards/types';
import { intervalMs } from './form';
import { bandsOf, thresholdLines, type Firing } from './spans';
import type { AlertForm } from './types';

/** The server draws no more points than this. */
const pointsMax = 10_500;

interface WatchChartProps {
  name: string;
  config: ConfigOf<'line'>;
  /** How its values are written. */
  format: NumberFormat | undefined;
  form: Pick<AlertForm, 'thresholdType' | 'threshold' | 'thresholdMax' | 'interval'>;
  span: TimeSpan;
  firing: Firing[];
  scheme: 'light' | 'dark';
  onZoom?: (start: number, end: number) => void;
}

/** What an alert watches, in its own windows, with its threshold and the times in which it fired. */
export function WatchChart({ name, config, format, form, span, firing, scheme, onZoom }: WatchChartProps) {
  const { start, end } = span;
  const scope = useMemo(() => unnarrowed({ start, end }), [start, end]);
  const color = tokenColor('chart-error', scheme);
  const { thresholdType, threshold, thresholdMax, interval } = form;
  const thresholds = useMemo(
    () => thresholdLines({ thresholdType, threshold, thresholdMax }, color, format),
    [thresholdType, threshold, thresholdMax, color, format],
  );
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
