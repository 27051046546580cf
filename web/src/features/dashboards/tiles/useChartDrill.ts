import { useMemo } from 'react';

import type { TileContent } from '../../../api/stack.gen';
import type { PickSeries } from '../../../components/chart/ChartLegend';
import type { ChartContent, ChartSeries } from '../../../components/chart/types';
import type { Formatter } from '../../../number';
import { dateTime } from '../../../time/format';
import { absoluteRange } from '../../../time/range';
import { useZone } from '../../../time/zone';
import { bucketRange } from '../../drill/address';
import { below } from '../../drill/DrillButton';
import { groupOf, type Spot } from '../../drill/spot';
import { useDrill, type Place } from '../../drill/useDrill';
import { columnsOf } from '../cells';
import type { Scope } from '../scope';
import type { TileConfig } from '../types';

interface Drawn {
  config: TileConfig;
  shown: TileContent;
  content: ChartContent;
  scope: Scope;
  format: Formatter;
}

interface ChartDrill {
  /** A point or a bar was clicked. */
  onPick?: (series: ChartSeries, at: number, place: Place) => void;
  /** An entry of the legend was chosen. */
  onEntry?: PickSeries;
}

/** Opens the menus of a chart's points and of its series; nothing where numbers lead nowhere. */
export function useChartDrill({ config, shown, content, scope, format }: Drawn): ChartDrill {
  const open = useDrill();
  const [zone] = useZone();
  return useMemo(() => {
    if (open === null) return {};
    const about = ({ of }: ChartSeries): Omit<Spot, 'name' | 'text' | 'range'> => ({
      config,
      column: columnsOf(shown, 'value')[of?.value ?? 0],
      group: groupOf(shown, of?.group ?? []),
    });
    return {
      onPick: (series, at, place) => {
        // What was in the period before is no longer in the range.
        if (series.of === undefined) return;
        const start = content.times[at] ?? 0;
        const range = bucketRange(start, shown.stepSeconds * 1000, scope.span);
        const value = series.values[at] ?? null;
        const text = value === null ? '–' : format(value);
        open({ ...about(series), text, name: `${series.name}, ${dateTime(start, zone)}`, range }, place);
      },
      onEntry: (series, button) => {
        const range = absoluteRange(scope.span.start, scope.span.end);
        open({ ...about(series), text: null, name: series.name, range }, below(button));
      },
    };
  }, [open, zone, config, shown, content, scope, format]);
}
