import { useQuery } from '@tanstack/react-query';

import type { LabelData, LabelsData } from '../../api/prom.gen';
import { EmptyState } from '../../components/EmptyState';
import { Panel } from '../../components/Panel';
import { Table, type Column } from '../../components/Table';
import { TelemetryText } from '../../components/TelemetryText';
import { View } from '../../components/View';
import { plain } from '../../number';
import { useTimeRange } from '../../time/useTimeRange';
import classes from './metrics.module.css';
import { labelSeriesQuery } from './seriesQueries';
import { Partial } from './WhoSends';

/** How many values a cell names. */
const namedMax = 3;

const columns: Column<LabelData>[] = [
  {
    key: 'name',
    name: 'Label',
    sortBy: ({ name }) => name,
    cell: ({ name, attribute }) => (
      <span className={classes.name} title={attribute === undefined ? name : `${name}, sent as ${attribute}`}>
        <TelemetryText text={name} isOneLine isName />
      </span>
    ),
  },
  {
    key: 'values',
    name: 'Values',
    isNumber: true,
    width: 96,
    sortBy: ({ values }) => values,
    cell: ({ values }) => plain(values),
  },
  {
    key: 'series',
    name: 'Series',
    isNumber: true,
    width: 96,
    isMinor: 'phone',
    sortBy: ({ series }) => series,
    cell: ({ series }) => plain(series),
  },
  {
    key: 'top',
    name: 'Most frequent values',
    isMinor: true,
    cell: ({ top }) => (
      <TelemetryText
        text={top
          .slice(0, namedMax)
          .map(({ value, series }) => `${value} (${plain(series)})`)
          .join(', ')}
        isOneLine
      />
    ),
  },
];

/** The labels of a metric, those with most values first. */
export function LabelTable({ metric }: { metric: string }) {
  const { span } = useTimeRange();
  const labels = useQuery(labelSeriesQuery(span, metric));
  const empty = (
    <EmptyState title="Its series have no labels" icon="metric">
      There is one series.
    </EmptyState>
  );
  return (
    <Panel title="Labels" isFlush>
      <View<LabelsData>
        query={labels}
        failure="The labels could not be loaded"
        isEmpty={(data) => data.labels.length === 0}
        empty={empty}
      >
        {(data) => (
          <>
            <Table
              label="Labels"
              columns={columns}
              rows={data.labels}
              rowKey={({ name }) => name}
              initialOrder={{ key: 'values', isDescending: true }}
            />
            {data.partial && <Partial />}
          </>
        )}
      </View>
    </Panel>
  );
}
