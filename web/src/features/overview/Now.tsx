import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import type { Source } from '../../api/stack.gen';
import { sourcesQuery } from '../../api/telemetry';
import { PageLink } from '../../components/PageLink';
import { counted } from '../../number';
import { isFull, seriesLimitQuery } from '../metrics/seriesQueries';
import { traceSourceOf } from '../services/source';
import classes from './OverviewPage.module.css';
import { isCalling, useAlerts, useCompared } from './useTrouble';

/** Says in one line what is wrong now. */
export function Now() {
  const sources = useQuery(sourcesQuery).data;
  const source = sources && traceSourceOf(sources);
  if (sources === undefined) return null;
  return source === undefined ? <Line worse={0} /> : <WithServices source={source} />;
}

function WithServices({ source }: { source: Source }) {
  const services = useCompared(source).data;
  return services === undefined ? null : <Line worse={services.filter(({ worse }) => worse.length > 0).length} />;
}

function Line({ worse }: { worse: number }) {
  const { data: alerts, isEnabled } = useAlerts();
  const limit = useQuery(seriesLimitQuery);
  if ((alerts === undefined && isEnabled) || limit.isPending) return null;
  const calling = (alerts ?? []).filter(isCalling).length;
  const fine = isEnabled ? 'Nothing is wrong now.' : 'No service is in trouble now.';
  const wrongs: ReactNode[] = [];
  if (calling > 0)
    wrongs.push(
      <PageLink key="alerts" to="/alerts" inherit>
        {counted(calling, 'alert')} {calling === 1 ? 'calls' : 'call'} for attention
      </PageLink>,
    );
  if (worse > 0)
    wrongs.push(
      <PageLink key="services" to="/services" inherit>
        {counted(worse, 'service')} {worse === 1 ? 'is' : 'are'} in trouble
      </PageLink>,
    );
  if (limit.data !== undefined && isFull(limit.data))
    wrongs.push(
      <PageLink key="series" to="/metrics" inherit>
        {wrongs.length === 0 ? 'New' : 'new'} series are refused
      </PageLink>,
    );
  return (
    <Group gap="sm" role="status" aria-label="Now" wrap="nowrap" className={classes.now}>
      <span className={classes.dot} data-ready={wrongs.length === 0 || undefined} />
      <Text fw={600}>{wrongs.length === 0 ? fine : wrongs.flatMap((one, at) => (at === 0 ? [one] : [', ', one]))}</Text>
    </Group>
  );
}
