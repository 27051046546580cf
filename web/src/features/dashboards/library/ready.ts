import type { SelectItem, Source, SourceMetric } from '../../../api/stack.gen';
import { choiceOf } from '../../metrics/choice';
import { requestConfigs } from '../../services/configs';
import { failedRequests } from '../../services/queries';
import { withMetric } from '../tileForm';
import type { ConfigOf, TileConfig } from '../types';

/** A tile that is ready to be added. */
export interface ReadyTile {
  name: string;
  config: TileConfig;
}

/** The log records that say that they are errors. */
export const errorLogs = 'level:(error OR fatal OR critical)';

/** The shapes of the errors in the logs. */
export function errorPatterns({ id: sourceId }: Source): ConfigOf<'event_patterns'> {
  return { displayType: 'event_patterns', sourceId, where: errorLogs, whereLanguage: 'lucene' };
}

/** The tiles that any source of a kind can show; a source of metrics has one for each of them. */
export function readyTiles(source: Source): ReadyTile[] {
  if (source.kind === 'trace') return ofTraces(source);
  return source.kind === 'log' ? ofLogs(source) : [];
}

function ofTraces(source: Source): ReadyTile[] {
  const { requests, errorRate } = requestConfigs(source, '', 'ServiceName');
  const all = requestConfigs(source);
  const { select: quantiles } = all.latency;
  const p95 = quantiles.filter(({ level }) => level === 0.95);
  const counts = requests.select.map((item) => ({ ...item, alias: 'Requests' }));
  const sourceId = source.id;
  return [
    { name: 'Requests by service', config: requests },
    { name: 'Error rate by service', config: errorRate },
    { name: 'Latency (p50, p95, p99)', config: all.latency },
    { name: 'Latency p95 by service', config: { ...all.latency, select: p95, groupBy: 'ServiceName' } },
    {
      name: 'Latency percentiles by service',
      config: { displayType: 'table', sourceId, select: quantiles, groupBy: 'ServiceName' },
    },
    {
      name: 'Slowest operations',
      config: { displayType: 'table', sourceId, select: [...p95, ...counts], groupBy: 'ServiceName, SpanName' },
    },
    {
      name: 'Durations of spans',
      config: {
        displayType: 'heatmap',
        sourceId,
        select: [{ valueExpression: source.durationExpression ?? 'Duration' }],
        ...matching(''),
      },
    },
    { name: 'Failed requests', config: { displayType: 'search', sourceId, select: '', ...matching(failedRequests) } },
    { name: 'Spans ingested by service', config: volume(source, 'ServiceName') },
  ];
}

function ofLogs(source: Source): ReadyTile[] {
  const sourceId = source.id;
  return [
    { name: 'Log volume by severity', config: volume(source, source.severityTextExpression ?? 'SeverityText') },
    { name: 'Errors in logs by service', config: volume(source, 'ServiceName', errorLogs) },
    { name: 'Number of errors in logs', config: { displayType: 'number', sourceId, select: [counting(errorLogs)] } },
    { name: 'Error patterns', config: errorPatterns(source) },
    { name: 'Error events', config: { displayType: 'search', sourceId, select: '', ...matching(errorLogs) } },
    { name: 'Log records ingested by service', config: volume(source, 'ServiceName') },
  ];
}

/** A chart of a metric by who sent it, with the function that fits it. */
export function metricTile({ id: sourceId }: Source, metric: SourceMetric): ReadyTile {
  const select = [withMetric(counting(''), choiceOf(metric))];
  return { name: metric.name, config: { displayType: 'line', sourceId, select, groupBy: 'ServiceName' } };
}

function volume({ id: sourceId }: Source, groupBy: string, where = ''): ConfigOf<'stacked_bar'> {
  return { displayType: 'stacked_bar', sourceId, select: [counting(where)], groupBy };
}

function counting(where: string): SelectItem {
  return { aggFn: 'count', ...matching(where) };
}

function matching(where: string) {
  return { where, whereLanguage: 'lucene' as const };
}
