import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import type { LimitData } from '../../api/prom.gen';
import { Icon } from '../../components/Icon';
import { PageLink } from '../../components/PageLink';
import { TelemetryText } from '../../components/TelemetryText';
import { counted, percent, plain } from '../../number';
import classes from './metrics.module.css';
import { isFull, seriesLimitQuery } from './seriesQueries';

/** Says that the team is near its limit of series, and what grows; nothing while it is not. */
export function SeriesWarning() {
  const { data } = useQuery(seriesLimitQuery);
  if (data === undefined || !data.near) return null;
  const isRefusing = isFull(data);
  return (
    <Alert
      color={isRefusing ? 'red' : 'yellow'}
      variant="light"
      icon={<Icon name="warning" />}
      title={isRefusing ? 'New series are refused' : 'The limit of series is near'}
      role="status"
      classNames={{ title: classes.warningTitle ?? '' }}
    >
      <Text size="sm">
        {plain(data.active)} of {counted(data.limit, 'active series', 'active series')} are in use (
        {percent(data.active / data.limit)}).{' '}
        {isRefusing ? 'Known series go on.' : 'Beyond the limit, new series are refused.'} <Growing limit={data} />
      </Text>
    </Alert>
  );
}

function Growing({ limit: { metric, label } }: { limit: LimitData }) {
  if (metric === '') return null;
  return (
    <>
      Most new ones are of{' '}
      <PageLink to={`/metrics/${encodeURIComponent(metric)}`} inherit c="inherit" underline="always">
        <TelemetryText text={metric} isOneLine isName />
      </PageLink>
      {label !== '' && (
        <>
          , by the label{' '}
          <b>
            <TelemetryText text={label} isOneLine />
          </b>
        </>
      )}
      .
    </>
  );
}
