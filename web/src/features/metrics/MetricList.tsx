import { Box, Group, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';

import type { MetricData, MetricsData } from '../../api/prom.gen';
import { EmptyState } from '../../components/EmptyState';
import type { LongColumn } from '../../components/gridColumn';
import { sortRows, type Order } from '../../components/sort';
import { TelemetryText } from '../../components/TelemetryText';
import { useTypedFind } from '../../components/useTypedFind';
import { VirtualTable } from '../../components/VirtualTable';
import { PartialOf } from '../../components/MissingShards';
import { counted, plain } from '../../number';
import { aboutSeries, found } from './explorer';
import classes from './metrics.module.css';

interface MetricListProps {
  data: MetricsData;
  find: string;
  onFind: (text: string) => void;
}

type ListColumn = LongColumn<MetricData> & { sortBy: (row: MetricData) => string | number };

const columns: ListColumn[] = [
  {
    key: 'name',
    name: 'Metric',
    width: 360,
    isLong: true,
    sortBy: ({ name }) => name,
    cell: ({ name, original }) => (
      <span className={classes.name} title={original === undefined ? name : `${name}, sent as ${original}`}>
        <TelemetryText text={name} isOneLine isName />
      </span>
    ),
  },
  { key: 'type', name: 'Type', width: 96, sortBy: ({ type }) => type, cell: ({ type }) => type },
  {
    key: 'unit',
    name: 'Unit',
    width: 88,
    sortBy: ({ unit }) => unit,
    cell: ({ unit }) => <TelemetryText text={unit} isOneLine />,
  },
  {
    key: 'series',
    name: 'Series',
    width: 96,
    isNumber: true,
    sortBy: ({ series }) => series,
    cell: ({ series }) => plain(series),
  },
  {
    key: 'lastSeen',
    name: 'Last day',
    width: 104,
    isFixed: true,
    sortBy: ({ lastSeen }) => lastSeen,
    cell: ({ lastSeen }) => lastSeen,
  },
  {
    key: 'help',
    name: 'Help',
    sortBy: ({ help }) => help,
    cell: ({ help }) => (
      <span title={help}>
        <TelemetryText text={help} isOneLine />
      </span>
    ),
  },
];

/** What a phone shows of a metric: its whole name, and below it what it is in words. */
const narrow: LongColumn<MetricData> = {
  key: 'name',
  name: 'Metric',
  isLong: true,
  cell: (metric) => (
    <>
      <span className={classes.name}>
        <TelemetryText text={metric.name} isName />
      </span>
      <span className={classes.about}>
        <TelemetryText text={aboutSeries(metric)} />
      </span>
    </>
  ),
};

/** The metrics of a time range: a part of a name finds them, a click opens one. */
export function MetricList({ data, find, onFind }: MetricListProps) {
  const [text, setText] = useTypedFind(find, onFind);
  const [order, setOrder] = useState<Order>({ key: 'series', isDescending: true });
  const navigate = useNavigate();
  const rows = useMemo(() => sortRows(found(data.metrics, text), columns, order), [data, text, order]);
  const onOrder = (key: string) =>
    setOrder(({ key: before, isDescending }) => ({
      key,
      isDescending: key === before ? !isDescending : key === 'series',
    }));
  return (
    <Box className={classes.list}>
      <Group className={classes.bar} gap="sm">
        <TextInput
          size="xs"
          aria-label="Find a metric"
          placeholder="Find a metric"
          className={classes.find ?? ''}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Text size="xs" c="dimmed" role="status">
          {summary(rows.length, data)} <PartialOf queryKey={['metric-series']} />
        </Text>
      </Group>
      <Box className={classes.table}>
        {rows.length === 0 ? (
          <EmptyState title="No metric has this text" icon="metric">
            Try another part of its name.
          </EmptyState>
        ) : (
          <VirtualTable
            label="Metrics"
            columns={columns}
            narrow={narrow}
            rows={rows}
            order={order}
            onOrder={onOrder}
            onOpen={({ name }) => void navigate({ to: '/metrics/$name', params: { name } })}
          />
        )}
      </Box>
    </Box>
  );
}

/** How much there is, and what of it is listed. */
function summary(shown: number, { total, metrics, series }: MetricsData): string {
  const metricWords = shown < total ? `${plain(shown)} of ${counted(total, 'metric')}` : counted(total, 'metric');
  const cut = metrics.length < total ? `; the first ${plain(metrics.length)} can be found here` : '';
  return `${metricWords}, ${counted(series, 'series', 'series')}, counted by days in UTC${cut}`;
}
