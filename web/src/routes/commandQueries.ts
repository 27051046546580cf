import { queryOptions } from '@tanstack/react-query';

import { read, readPages } from '../api/client';
import type { May } from '../api/may';
import type { Source } from '../api/stack.gen';
import { firstSource, listFields, listMetrics, listValues } from '../api/telemetry';
import { fitting } from '../charting/aggregates';
import type { IconName } from '../components/Icon';
import { alertName } from '../features/alerts/name';
import { timesOf } from '../time/range';
import type { Thing } from './thing';
import { idFieldsOf } from './typed';

/** Of each kind, so many are looked through by name. */
const thingsMax = 200;
/** What sent nothing for so long is not offered. */
const lookBackMs = 24 * 3_600_000;

/** What the team has saved, by its names. */
export const savedThingsQuery = (may: May) =>
  queryOptions({ queryKey: ['palette', 'saved'], queryFn: () => readSaved(may), staleTime: 15_000 });

/** What sends telemetry to the team, by its names. */
export const sendersQuery = queryOptions({ queryKey: ['palette', 'senders'], queryFn: readSenders, staleTime: 60_000 });

async function readSaved(may: May): Promise<Thing[]> {
  const [dashboards, searches, alerts] = await Promise.all([
    may('read:Dashboard') ? read('/api/v2/dashboards') : [],
    may('read:SavedSearch') ? readPages('/api/v2/saved-searches') : [],
    may('read:Alert') ? readPages('/api/v2/alerts') : [],
  ]);
  return [
    ...dashboards.map(({ id, name }) => thing('Dashboards', 'dashboard', id, name, `/dashboards/${id}`)),
    ...searches.map(({ id, name }) => thing('Saved searches', 'save', id, name, '/search', { saved: id })),
    ...alerts.map((alert) =>
      thing('Alerts', 'alert', alert.id, alertName(alert, { dashboards, searches }), `/alerts/${alert.id}`),
    ),
  ];
}

async function readSenders(): Promise<Thing[]> {
  const sources = await read('/api/v2/sources');
  const found = await Promise.allSettled([
    servicesOf(firstSource(sources, 'trace')),
    metricsOf(firstSource(sources, 'metric')),
  ]);
  return found.flatMap((part) => (part.status === 'fulfilled' ? part.value : []));
}

function recent() {
  const end = Date.now();
  return timesOf({ start: end - lookBackMs, end });
}

/** The fields of log records that hold ids. */
export const idFieldsQuery = queryOptions({
  queryKey: ['palette', 'id fields'],
  queryFn: readIdFields,
  staleTime: 300_000,
});

async function readIdFields(): Promise<string[]> {
  const source = firstSource(await read('/api/v2/sources'), 'log');
  if (source === undefined) return [];
  const { data } = await listFields({ sourceId: source.id, ...recent() });
  return idFieldsOf(data);
}

async function servicesOf(source: Source | undefined): Promise<Thing[]> {
  if (source === undefined) return [];
  const field = source.serviceNameExpression ?? 'ServiceName';
  const { data } = await listValues({ sourceId: source.id, fields: [field], limit: thingsMax, ...recent() });
  const names = data.flatMap(({ values }) => values.map(({ value }) => value)).filter((name) => name !== '');
  return names.map((name) =>
    thing('Services', 'service', `service ${name}`, name, `/services/${encodeURIComponent(name)}`),
  );
}

async function metricsOf(source: Source | undefined): Promise<Thing[]> {
  if (source === undefined) return [];
  const { data } = await listMetrics({ sourceId: source.id, limit: thingsMax, ...recent() });
  return data.map(({ name, metricDataType: type, unit }) => {
    const series = { fn: fitting('avg', type), metricType: type, metricName: name, unit };
    return thing('Metrics', 'chart', `metric ${name}`, name, '/charts', {
      source: source.id,
      groupBy: [],
      series: [series],
    });
  });
}

function thing(group: string, icon: IconName, id: string, name: string, to: string, search = {}): Thing {
  return { id, name, group, icon, to, search };
}
