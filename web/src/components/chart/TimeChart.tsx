import 'uplot/dist/uPlot.min.css';

import { Box } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useMemo, useState } from 'react';

import { short } from '../../number';
import { ChartTooltip, type Pointed } from './ChartTooltip';
import { Exemplars } from './Exemplars';
import type { Placed } from './exemplars';
import { KeyedPoints } from './KeyedPoints';
import { pointOf, type KeyedPoint } from './keys';
import classes from './TimeChart.module.css';
import { nobody, usePlot, type TimeChartProps } from './usePlot';

/**
 * Numbers over time on a canvas: tens of thousands of points are drawn in some
 * milliseconds. All charts with the same syncKey share their crosshair.
 */
export function TimeChart(props: TimeChartProps) {
  const { label, content, kind = 'line', height = 220, format = short, hidden = nobody, isBare = false } = props;
  const { ref: box, width } = useElementSize<HTMLDivElement>();
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const [keyed, setKeyed] = useState<KeyedPoint | null>(null);
  const point = useMemo(() => pointOf(content, keyed), [content, keyed]);
  const [placed, setPlaced] = useState<Placed[]>([]);
  const [canvas, placeOf] = usePlot(props, width, point, setPointed, setPlaced);
  const drawing = (
    <div
      ref={canvas}
      role="img"
      aria-label={label}
      data-points={content.times.length}
      data-series={content.series.length}
    />
  );
  return (
    <Box ref={box} className={classes.chart} h={height} onPointerMove={() => keyed !== null && setKeyed(null)}>
      {isBare ? (
        drawing
      ) : (
        <KeyedPoints
          label={label}
          content={content}
          hidden={hidden}
          format={format}
          keyed={keyed}
          onMove={setKeyed}
          onLeave={() => setPointed(null)}
          onPick={() => point !== null && props.onPick?.(point.series, point.at, placeOf(point))}
        >
          {drawing}
        </KeyedPoints>
      )}
      {placed.length > 0 && <Exemplars label={label} placed={placed} width={width} height={height} />}
      {pointed !== null && !isBare && (
        <ChartTooltip
          content={content}
          pointed={pointed}
          current={point?.series.name}
          format={format}
          hidden={hidden}
          isStacked={kind !== 'line'}
          width={width}
        />
      )}
    </Box>
  );
}
