import type { SelectItem, Source } from '../../api/stack.gen';
import type { ConfigOf } from '../dashboards/types';
import { measures, ofService, requests as asRequests } from './queries';

/** The charts of a service as tiles, which are what charts and alerts are made of. */
export interface ServiceConfigs {
  requests: ConfigOf<'stacked_bar'>;
  errorRate: ConfigOf<'line'>;
  latency: ConfigOf<'line'>;
}

/** The charts of a service, with the numbers that its page shows. */
export function serviceConfigs(source: Source, name: string): ServiceConfigs {
  return requestConfigs(source, ofService(name));
}

/** The charts of all requests that match a condition, perhaps one for each group. */
export function requestConfigs(source: Source, where = '', groupBy = ''): ServiceConfigs {
  const items = measures(source, [], where).map(({ aggFn, level, field, where: condition = '' }): SelectItem => ({
    aggFn: aggFn as SelectItem['aggFn'],
    where: condition,
    whereLanguage: 'lucene',
    ...(level !== undefined && { level, alias: `p${level * 100}` }),
    ...(field !== undefined && { valueExpression: field }),
  }));
  const [requests, errors, ...quantiles] = items;
  const counted = requests === undefined || errors === undefined ? [] : [errors, requests];
  const shared = { sourceId: source.id, ...(groupBy !== '' && { groupBy }) };
  return {
    requests: { displayType: 'stacked_bar', ...shared, select: counted.slice(1) },
    errorRate: {
      displayType: 'line',
      ...shared,
      select: counted,
      asRatio: true,
      numberFormat: { output: 'percent' },
    },
    latency: { displayType: 'line', ...shared, select: quantiles },
  };
}

/** The requests of all services over time. */
export function trafficConfig({ id: sourceId }: Source): ConfigOf<'stacked_bar'> {
  const select: SelectItem[] = [{ aggFn: 'count', where: asRequests, whereLanguage: 'lucene' }];
  return { displayType: 'stacked_bar', sourceId, select, groupBy: 'ServiceName' };
}
