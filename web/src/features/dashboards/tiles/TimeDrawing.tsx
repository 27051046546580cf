import { Text, useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useMemo } from 'react';

import type { TileContent } from '../../../api/stack.gen';
import { ChartLegend } from '../../../components/chart/ChartLegend';
import { logNote } from '../../../components/chart/logNote';
import { TimeChart } from '../../../components/chart/TimeChart';
import type { Band, Threshold } from '../../../components/chart/types';
import { useHidden } from '../../../components/chart/useHidden';
import { dark, light } from '../../../theme';
import { columnsOf } from '../cells';
import type { Scope } from '../scope';
import { chartOf } from './chartOf';
import { exemplarsOf } from './exemplarsOf';
import { axesOf, dressed, kindOf, linesOf, type TimeConfig } from './look';
import { SmallLegend } from './SmallLegend';
import classes from './tiles.module.css';
import { useChartDrill } from './useChartDrill';
import { useFormats } from './useFormats';

interface TimeDrawingProps {
  name: string;
  config: TimeConfig;
  scope: Scope;
  shown: TileContent;
  thresholds?: Threshold[];
  bands?: Band[];
  onZoom?: (start: number, end: number) => void;
}

/** A lower tile has no room for a legend. */
const legendFromPixels = 90;
/** A lower tile has room for one line of the legend. */
const linesFromPixels = 240;

/** What a tile over time shows: the chart as its config says, and the legend. */
export function TimeDrawing(props: TimeDrawingProps) {
  const { name, config, scope, shown, bands, onZoom } = props;
  const { ref: box, height: room } = useElementSize<HTMLDivElement>();
  const { ref, height } = useElementSize<HTMLDivElement>();
  const [hidden, toggle] = useHidden();
  const { format, content, axes, thresholds, exemplars } = useDrawn(props);
  const { onPick, onEntry } = useChartDrill({ config, shown, content, scope, format });
  const hasLegend = content.series.length > 1 && room > legendFromPixels && config.legend !== 'hidden';
  const note = useMemo(() => logNote(content, kindOf(config), hidden, axes), [content, config, hidden, axes]);
  const entries = { series: content.series, hidden, onToggle: toggle, onPick: onEntry };
  return (
    <div ref={box} className={classes.fill}>
      <div ref={ref} className={classes.drawing}>
        {height > 0 && (
          <TimeChart
            label={name}
            content={content}
            kind={kindOf(config)}
            height={Math.max(40, height)}
            format={format}
            axes={axes}
            hidden={hidden}
            thresholds={thresholds}
            exemplars={exemplars}
            {...(bands !== undefined && { bands })}
            {...(onZoom !== undefined && { onZoom })}
            {...(onPick !== undefined && { onPick })}
          />
        )}
      </div>
      {note !== null && (
        <Text size="xs" c="dimmed" role="note" truncate title={note}>
          {note}
        </Text>
      )}
      {config.legend === 'table' && room > legendFromPixels && (
        <ChartLegend {...entries} format={format} heightMax={room * 0.45} />
      )}
      {config.legend !== 'table' && hasLegend && <SmallLegend {...entries} lines={room < linesFromPixels ? 1 : 2} />}
    </div>
  );
}

function useDrawn({ config, scope, shown, thresholds: given }: TimeDrawingProps) {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const formats = useFormats(config);
  const columns = useMemo(() => columnsOf(shown, 'value'), [shown]);
  const format = useMemo(() => formats(columns[0]), [formats, columns]);
  const content = useMemo(
    () => dressed(chartOf(shown, scope.span, scheme), config, columns, formats),
    [shown, scope.span, scheme, config, columns, formats],
  );
  const axes = useMemo(() => axesOf(config), [config]);
  const thresholds = useMemo(
    () => [...linesOf(config, format, scheme), ...(given ?? [])],
    [config, format, scheme, given],
  );
  const exemplars = useMemo(
    () => exemplarsOf(shown, content, format, (scheme === 'dark' ? dark : light).dimmed),
    [shown, content, format, scheme],
  );
  return { format, content, axes, thresholds, exemplars };
}
