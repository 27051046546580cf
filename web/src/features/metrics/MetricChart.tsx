import { useComputedColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import type { MetricData } from '../../api/prom.gen';
import { layOut, type Cell } from '../../charting/content';
import { TimeChart } from '../../components/chart/TimeChart';
import { EmptyState } from '../../components/EmptyState';
import { Panel } from '../../components/Panel';
import { View } from '../../components/View';
import { dark, light } from '../../theme';
import { useTimeRange } from '../../time/useTimeRange';
import { exemplarsOf } from './exemplars';
import { drawingOf, seriesName, stepOf } from './explorer';
import { drawnMax, exemplarsQuery, rangeQuery, type Matrix } from './seriesQueries';

/** A small chart of a metric, as its type asks for it. */
export function MetricChart({ metric }: { metric: MetricData }) {
  const { span, zoom } = useTimeRange();
  const { words, expr, isMeasured } = drawingOf(metric, stepOf(span));
  const values = useQuery(rangeQuery(span, expr));
  const found = useQuery(exemplarsQuery(span, expr)).data;
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const content = useMemo(() => {
    if (values.data === undefined) return undefined;
    const cells = values.data.series.flatMap((series) => cellsOf(series));
    return layOut(cells, { names: [words], span, gap: null, scheme, stepSeconds: values.data.step });
  }, [values.data, words, span, scheme]);
  const exemplars = useMemo(() => {
    if (found === undefined || content === undefined || values.data === undefined) return [];
    const color = (scheme === 'dark' ? dark : light).dimmed;
    return exemplarsOf(found, { series: values.data.series, content, isMeasured, color });
  }, [found, values.data, content, isMeasured, scheme]);
  const empty = (
    <EmptyState title="No samples in this time range" icon="chart">
      Try a longer time range.
    </EmptyState>
  );
  const part = (content?.series.length ?? 0) >= drawnMax ? `, the first ${drawnMax} series` : '';
  return (
    <Panel title={`${words}${part}`}>
      <View
        query={{ ...values, data: content }}
        failure="The chart could not be loaded"
        isEmpty={({ series }) => series.length === 0}
        empty={empty}
      >
        {(shown) => (
          <TimeChart
            label={`${words} of ${metric.name} over time`}
            content={shown}
            exemplars={exemplars}
            onZoom={zoom}
          />
        )}
      </View>
    </Panel>
  );
}

/** The numbers of a series; what is not finite is a gap. */
function cellsOf({ metric, values = [] }: Matrix): Cell[] {
  const name = seriesName(metric);
  return values.map(([second, text]) => {
    const value = Number(text);
    return {
      bucket: second * 1000,
      group: name === '' ? [] : [name],
      values: [Number.isFinite(value) ? value : null],
    };
  });
}
