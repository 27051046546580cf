import 'uplot/dist/uPlot.min.css';

import { Box, useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState } from 'react';
import uPlot from 'uplot';

import { short, type Formatter } from '../../number';
import { useZone } from '../../time/zone';
import { ChartTooltip, type Pointed } from './ChartTooltip';
import { plotNumbers, plotOptions } from './options';
import classes from './TimeChart.module.css';
import { pickSeries, type Click } from './pick';
import type { Band, ChartContent, ChartKind, ChartSeries, Threshold } from './types';

interface TimeChartProps {
  /** What the chart shows, for people who can't see it. */
  label: string;
  content: ChartContent;
  kind?: ChartKind;
  height?: number;
  format?: Formatter;
  thresholds?: Threshold[];
  bands?: Band[];
  hidden?: ReadonlySet<string>;
  syncKey?: string;
  /** Without axes, for a strip inside of a table. */
  isBare?: boolean;
  /** Called with the ends of what was dragged over. */
  onZoom?: (start: number, end: number) => void;
  /** Called with the series and the time that were clicked, and where on the window that was. */
  onPick?: (series: ChartSeries, at: number, place: { x: number; y: number }) => void;
}

const none: never[] = [];
const nobody: ReadonlySet<string> = new Set();

/**
 * Numbers over time on a canvas: tens of thousands of points are drawn in some
 * milliseconds. All charts with the same syncKey share their crosshair.
 */
export function TimeChart(props: TimeChartProps) {
  const { label, content, kind = 'line', height = 220, format = short } = props;
  const { ref: box, width } = useElementSize<HTMLDivElement>();
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const canvas = usePlot(props, width, setPointed);
  return (
    <Box ref={box} className={classes.chart} h={height}>
      <div
        ref={canvas}
        role="img"
        aria-label={label}
        data-points={content.times.length}
        data-series={content.series.length}
      />
      {pointed !== null && props.isBare !== true && (
        <ChartTooltip
          content={content}
          pointed={pointed}
          format={format}
          hidden={props.hidden ?? nobody}
          isStacked={kind !== 'line'}
          width={width}
        />
      )}
    </Box>
  );
}

/** Keeps a uPlot in step with the properties; new numbers of the same series are only drawn anew. */
function usePlot(props: TimeChartProps, width: number, onPointed: (pointed: Pointed | null) => void) {
  const {
    content,
    kind = 'line',
    height = 220,
    format = short,
    thresholds = none,
    bands = none,
    hidden = nobody,
  } = props;
  const { syncKey = 'page', isBare = false, onZoom, onPick } = props;
  const target = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const [zone] = useZone();
  const numbers = useMemo(() => plotNumbers(content, kind, hidden), [content, kind, hidden]);
  const calls = useRef({ onZoom, onPick });
  useEffect(() => {
    calls.current = { onZoom, onPick };
  });
  const [canZoom, canPick] = [onZoom !== undefined, onPick !== undefined];
  useEffect(() => {
    if (target.current === null || width === 0) return undefined;
    const onPoint = (at: number | null, left: number, top: number) => onPointed(at === null ? null : { at, left, top });
    const onClick = (click: Click, { clientX: x, clientY: y }: MouseEvent) => {
      const series = pickSeries(content, kind, hidden, click);
      if (series !== null) calls.current.onPick?.(series, click.at, { x, y });
    };
    const look = {
      kind,
      scheme,
      zone,
      format,
      thresholds,
      bands,
      syncKey,
      isBare,
      hidden,
      onPoint,
      onZoom: canZoom ? (start: number, end: number) => calls.current.onZoom?.(start, end) : undefined,
      onClick: canPick ? onClick : undefined,
    };
    const plot = new uPlot(plotOptions(look, content, { width, height }), numbers, target.current);
    return () => {
      onPointed(null);
      plot.destroy();
    };
  }, [
    content,
    numbers,
    kind,
    scheme,
    zone,
    format,
    thresholds,
    bands,
    syncKey,
    isBare,
    hidden,
    canZoom,
    canPick,
    width,
    height,
    onPointed,
  ]);
  return target;
}
