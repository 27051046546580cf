import { useComputedColorScheme } from '@mantine/core';
import { useCallback, useMemo } from 'react';

import type { Source } from '../../api/stack.gen';
import type { ChartAnswer } from '../../api/telemetry';
import { contentOf } from '../../charting/content';
import { paletteColor, severityColor } from '../../colors';
import { TimeChart } from '../../components/chart/TimeChart';
import type { ChartContent } from '../../components/chart/types';
import { useHidden } from '../../components/chart/useHidden';
import { Panel } from '../../components/Panel';
import { percent, plain } from '../../number';
import { duration } from '../../time/format';
import type { TimeSpan } from '../../time/range';
import { useTimeRange } from '../../time/useTimeRange';
import { ChartMenu } from '../charts/ChartMenu';
import { unnarrowed } from '../dashboards/scope';
import { SmallLegend } from '../dashboards/tiles/SmallLegend';
import type { TileConfig } from '../dashboards/types';
import { serviceConfigs } from './configs';
import classes from './services.module.css';
import { nanoseconds } from './source';

interface ServiceChartsProps {
  answer: ChartAnswer;
  source: Source;
  span: TimeSpan;
  /** The name of the service. */
  name: string;
}

/** Blue, gold and violet: far apart for any eye. */
const quantilePlaces = [0, 2, 3];
const names = ['Requests', 'Errors', 'p50', 'p95', 'p99'];

/** Requests, error share and latencies of a service over time. */
export function ServiceCharts({ answer, source, span, name }: ServiceChartsProps) {
  const { zoom } = useTimeRange();
  const [hidden, toggle] = useHidden();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const all = useMemo(() => contentOf(answer, { names, span, gap: null, scheme }), [answer, span, scheme]);
  const [requests, errors, latency] = useMemo(() => {
    const rate = errorRate(all, severityColor('error', scheme));
    const counted = only(all, ['Requests']).series.map((one) => ({
      ...one,
      color: paletteColor(0, scheme),
      values: one.values.map((value) => value ?? 0),
    }));
    const quantiles = only(all, ['p50', 'p95', 'p99']).series.map((one, at) => ({
      ...one,
      color: paletteColor(quantilePlaces[at] ?? 0, scheme),
    }));
    return [{ times: all.times, series: counted }, rate, { times: all.times, series: quantiles }];
  }, [all, scheme]);
  const inTime = useCallback((value: number) => duration(nanoseconds(value, source)), [source]);
  const configs = useMemo(() => serviceConfigs(source, name), [source, name]);
  const scope = useMemo(() => unnarrowed(span), [span]);
  const menu = (config: TileConfig, title: string) => (
    <ChartMenu config={config} name={`${title} of ${name}`} scope={scope} />
  );
  return (
    <div className={classes.charts}>
      <Panel title="Requests" actions={menu(configs.requests, 'Requests')}>
        <TimeChart label="Requests over time" content={requests} kind="bars" format={plain} onZoom={zoom} />
      </Panel>
      <Panel title="Error rate" actions={menu(configs.errorRate, 'Error rate')}>
        <TimeChart label="Error rate over time" content={errors} format={percent} onZoom={zoom} />
      </Panel>
      <Panel title="Latency (p50, p95, p99)" actions={menu(configs.latency, 'Latency')}>
        <TimeChart label="Latency over time" content={latency} format={inTime} hidden={hidden} onZoom={zoom} />
        <SmallLegend series={latency.series} hidden={hidden} onToggle={toggle} lines={1} />
      </Panel>
    </div>
  );
}

function only(content: ChartContent, wanted: string[]): ChartContent {
  const series = wanted.flatMap((name) => content.series.filter((one) => one.name === name));
  return { times: content.times, series };
}

/** Errors by requests; a time without requests is a gap. */
function errorRate(content: ChartContent, color: string): ChartContent {
  const [requests] = only(content, ['Requests']).series;
  const [errors] = only(content, ['Errors']).series;
  const values = (requests?.values ?? []).map((count, at) =>
    count === null || count === 0 ? null : (errors?.values[at] ?? 0) / count,
  );
  return { times: content.times, series: [{ name: 'Errors', color, values }] };
}
