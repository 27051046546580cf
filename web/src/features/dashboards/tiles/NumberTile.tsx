import { useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useMemo } from 'react';

import { TimeChart } from '../../../components/chart/TimeChart';
import { formatterOf } from '../../../number';
import { colorFor, tokenColor } from '../color';
import type { Scope } from '../scope';
import { cellsOf, requestsOf } from '../tileQuery';
import type { ConfigOf } from '../types';
import { layOut } from './ChartTile';
import { TileView } from './TileView';
import classes from './tiles.module.css';
import { useChart } from './useTile';

interface NumberTileProps {
  name: string;
  config: ConfigOf<'number'>;
  scope: Scope;
}

/** One number over the whole range, in large, with its course behind it. */
export function NumberTile({ name, config, scope }: NumberTileProps) {
  const answers = useChart(useMemo(() => requestsOf(config, scope, scope.span, 'total'), [config, scope]));
  return (
    <TileView query={answers}>
      {(found) => (
        <Large name={name} config={config} scope={scope} value={cellsOf(config, found)[0]?.values[0] ?? null} />
      )}
    </TileView>
  );
}

function Large({ name, config, scope, value }: NumberTileProps & { value: number | null }) {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const { ref, height, width } = useElementSize<HTMLDivElement>();
  const format = formatterOf(config.numberFormat ?? config.select[0]?.numberFormat);
  const text = value === null ? '–' : format(value);
  const size = Math.max(18, Math.min(height * 0.42, (width * 1.5) / Math.max(4, text.length), 44));
  return (
    <div ref={ref} className={classes.number}>
      {config.backgroundChart !== undefined && height > 0 && (
        <Background name={name} config={config} scope={scope} height={height} />
      )}
      <span
        className={classes.figure}
        style={{ fontSize: size, color: value === null ? undefined : colorFor(config, value, scheme) }}
      >
        {text}
      </span>
    </div>
  );
}

function Background({ name, config, scope, height }: NumberTileProps & { height: number }) {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const course = useMemo(() => ({ ...config, displayType: 'line' as const, groupBy: '' }), [config]);
  const answers = useChart(useMemo(() => requestsOf(course, scope, scope.span, 'auto'), [course, scope])).data;
  const content = useMemo(() => {
    const drawn = layOut(course, answers ?? [], scope.span, scheme);
    const color = tokenColor(config.backgroundChart?.color ?? 'chart-gray', scheme);
    return { ...drawn, series: drawn.series.slice(0, 1).map((series) => ({ ...series, color })) };
  }, [course, answers, scope.span, scheme, config.backgroundChart?.color]);
  if (answers === undefined) return null;
  return (
    <div className={classes.behind} aria-hidden="true">
      <TimeChart
        label={`${name}, over time`}
        content={content}
        kind={config.backgroundChart?.type === 'area' ? 'area' : 'line'}
        height={Math.max(24, height * 0.5)}
        isBare
      />
    </div>
  );
}
