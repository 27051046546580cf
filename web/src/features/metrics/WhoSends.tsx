import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { LabelData, LabelsData } from '../../api/prom.gen';
import { EmptyState } from '../../components/EmptyState';
import { NameSelect } from '../../components/NameSelect';
import { Panel } from '../../components/Panel';
import { Table, type Column } from '../../components/Table';
import { TelemetryText } from '../../components/TelemetryText';
import { View } from '../../components/View';
import { counted, percent, plain } from '../../number';
import { useTimeRange } from '../../time/useTimeRange';
import { labelSeriesQuery } from './seriesQueries';

/** Labels that usually say who a series comes from, the best one first. */
const usual = ['job', 'service_name', 'instance'];

/** How many series each value of a label has: of all metrics, or of one. */
export function WhoSends({ metric }: { metric?: string }) {
  const { span } = useTimeRange();
  const labels = useQuery(labelSeriesQuery(span, metric));
  const empty = (
    <EmptyState title="No series with labels in this time range" icon="metric">
      Try a longer time range.
    </EmptyState>
  );
  return (
    <Panel title="Who sends">
      <View<LabelsData>
        query={labels}
        failure="The labels could not be loaded"
        isEmpty={(data) => data.labels.length === 0}
        empty={empty}
      >
        {(data) => <ByLabel data={data} />}
      </View>
    </Panel>
  );
}

function ByLabel({ data: { labels, partial } }: { data: LabelsData }) {
  const [chosen, setChosen] = useState('');
  const label = [chosen, ...usual].map((name) => labels.find((one) => one.name === name)).find(Boolean) ?? labels[0];
  if (label === undefined) return null;
  return (
    <Stack gap="md">
      <NameSelect
        label="By label"
        names={labels.map(({ name, values }) => ({ value: name, label: `${name} (${plain(values)})` }))}
        value={label.name}
        onChange={setChosen}
      />
      {partial && <Partial />}
      <Values label={label} />
    </Stack>
  );
}

/** Says that numbers are too small. */
export function Partial() {
  return (
    <Text size="xs" c="dimmed" role="status">
      There are too many series to count all of them: a million were looked at.
    </Text>
  );
}

type Value = LabelData['top'][number];

function Values({ label }: { label: LabelData }) {
  return (
    <>
      <Table
        label={`Series by ${label.name}`}
        columns={columnsOf(label)}
        rows={label.top}
        rowKey={({ value }) => value}
        initialOrder={{ key: 'series', isDescending: true }}
      />
      {label.values > label.top.length && (
        <Text size="xs" c="dimmed">
          The {plain(label.top.length)} largest of {counted(label.values, 'value')}.
        </Text>
      )}
    </>
  );
}

function columnsOf(label: LabelData): Column<Value>[] {
  return [
    {
      key: 'value',
      name: <TelemetryText text={label.name} isOneLine />,
      sortBy: ({ value }) => value,
      cell: ({ value }) => <TelemetryText text={value} isOneLine isName />,
    },
    {
      key: 'series',
      name: 'Series',
      isNumber: true,
      width: 112,
      sortBy: ({ series }) => series,
      cell: ({ series }) => plain(series),
    },
    {
      key: 'share',
      name: 'Share',
      isNumber: true,
      width: 96,
      isMinor: 'phone',
      sortBy: ({ series }) => series,
      cell: ({ series }) => percent(series / label.series),
    },
  ];
}
