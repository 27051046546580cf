import { useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useMemo } from 'react';

import type { ChartRequestBody } from '../../../api/stack.gen';
import type { ChartAnswer } from '../../../api/telemetry';
import { contentOf, withPrevious } from '../../../charting/content';
import { TimeChart } from '../../../components/chart/TimeChart';
import type { Band, ChartContent, Threshold } from '../../../components/chart/types';
import { useHidden } from '../../../components/chart/useHidden';
import { formatterOf } from '../../../number';
import { previousSpan, type TimeSpan } from '../../../time/range';
import type { Scope } from '../scope';
import { answerOf, cellsOf, isRatio, namesOf, requestsOf } from '../tileQuery';
import type { ChartConfig, ConfigOf } from '../types';
import { SmallLegend } from './SmallLegend';
import { TileView } from './TileView';
import classes from './tiles.module.css';
import { useChart } from './useTile';

type TimeConfig = ConfigOf<'line' | 'stacked_bar'>;

interface ChartTileProps {
  name: string;
  config: TimeConfig;
  scope: Scope;
  thresholds?: Threshold[];
  bands?: Band[];
  /** Width of the buckets; as the range allows when absent. */
  granularity?: NonNullable<ChartRequestBody['granularity']>;
  onZoom?: (start: number, end: number) => void;
}

const legendPixels = 26;
const nothing: never[] = [];

/** Numbers over time, as lines or stacked bars. */
export function ChartTile(props: ChartTileProps) {
  const { config, scope, granularity = 'auto' } = props;
  const { answers, before } = useAnswers(config, scope, granularity);
  return (
    <TileView query={answers} isEmpty={(found) => found.every(({ data }) => data.length === 0)}>
      {(found) => <Drawing {...props} answers={found} before={before} />}
    </TileView>
  );
}

function useAnswers(config: TimeConfig, scope: Scope, granularity: NonNullable<ChartRequestBody['granularity']>) {
  const answers = useChart(
    useMemo(() => requestsOf(config, scope, scope.span, granularity), [config, scope, granularity]),
  );
  const isCompared = config.displayType === 'line' && config.compareToPreviousPeriod === true;
  const earlier = useMemo(
    () => (isCompared ? requestsOf(config, scope, previousSpan(scope.span), granularity) : nothing),
    [config, scope, granularity, isCompared],
  );
  return { answers, before: useChart(earlier).data };
}

interface DrawingProps extends ChartTileProps {
  answers: ChartAnswer[];
  before: ChartAnswer[] | undefined;
}

function Drawing({ name, config, scope, answers, before, thresholds, bands, onZoom }: DrawingProps) {
  const { ref, height } = useElementSize<HTMLDivElement>();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const [hidden, toggle] = useHidden();
  const format = useMemo(() => formatterOf(config.numberFormat ?? config.select[0]?.numberFormat), [config]);
  const content = useMemo(() => {
    const now = layOut(config, answers, scope.span, scheme);
    return before === undefined ? now : withPrevious(now, layOut(config, before, previousSpan(scope.span), scheme));
  }, [config, answers, before, scope.span, scheme]);
  const hasLegend = content.series.length > 1 && height > 120;
  return (
    <div ref={ref} className={classes.fill}>
      {height > 0 && (
        <TimeChart
          label={name}
          content={content}
          kind={config.displayType === 'line' ? 'line' : 'bars'}
          height={Math.max(40, height - (hasLegend ? legendPixels : 0))}
          format={format}
          hidden={hidden}
          {...(thresholds !== undefined && { thresholds })}
          {...(bands !== undefined && { bands })}
          {...(onZoom !== undefined && { onZoom })}
        />
      )}
      {hasLegend && <SmallLegend series={content.series} hidden={hidden} onToggle={toggle} />}
    </div>
  );
}

/** Answers upon a grid of times, with the tile's ratio or formulas computed. */
export function layOut(
  config: ChartConfig,
  answers: ChartAnswer[],
  span: TimeSpan,
  scheme: 'light' | 'dark',
): ChartContent {
  const derived = answerOf(cellsOf(config, answers), answers);
  const isCount =
    config.select.every((item) => item.aggFn === 'count' || item.aggFn === 'sum' || item.aggFn === 'increase') &&
    !isRatio(config);
  return contentOf(derived, {
    names: namesOf(config),
    span,
    gap: isCount && isFilled(config) ? 0 : null,
    scheme,
  });
}

/** Says whether buckets without events count as 0. */
function isFilled(config: ChartConfig): boolean {
  return !('fillNulls' in config) || config.fillNulls !== false;
}
