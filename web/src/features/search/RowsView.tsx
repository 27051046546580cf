import { Box, Group, Loader, useComputedColorScheme } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode, type Ref } from 'react';

import type { Source } from '../../api/stack.gen';
import type { Row } from '../../api/telemetry';
import { severityColor, severityOf } from '../../colors';
import { EmptyState } from '../../components/EmptyState';
import { Lines, View } from '../../components/View';
import { VirtualTable, type TableSteps } from '../../components/VirtualTable';
import { counted } from '../../number';
import { ColumnMenu } from './ColumnMenu';
import { levelOf, placeOf, selectOf } from './columns';
import { histogramQuery, rowsQuery, type Asked } from './queries';
import { rowColumns } from './rowColumns';
import classes from './search.module.css';

interface RowsViewProps {
  asked: Asked;
  columns: string[];
  onColumns: (columns: string[]) => void;
  onOpen: (row: Row) => void;
  opened: Opened;
  steps: Ref<TableSteps>;
}

/** The row that is open: its time, and what a table has shown of it. */
export interface Opened {
  timestamp: string;
  seen: Row | null;
}

/** The rows that were found; more are read as the table is scrolled. */
export function RowsView({ asked, columns, onColumns, onOpen, opened, steps }: RowsViewProps) {
  const rows = useInfiniteQuery(rowsQuery(asked, selectOf(columns)));
  const all = useMemo(() => rows.data?.pages.flatMap((page) => page.data), [rows.data]);
  const more = () => {
    if (rows.hasNextPage && !rows.isFetchingNextPage) void rows.fetchNextPage();
  };
  const empty = <EmptyState title="No rows match">Try a longer time range, or remove a filter.</EmptyState>;
  return (
    <>
      <Group className={classes.bar} gap="md">
        <Count asked={asked} isFetching={rows.isFetching} />
        <Box flex={1} />
        <ColumnMenu asked={asked} columns={columns} onColumns={onColumns} />
      </Group>
      <Box className={classes.table}>
        <View
          query={{ ...rows, data: all }}
          failure="The search failed"
          isEmpty={(found) => found.length === 0}
          empty={empty}
          skeleton={<Lines count={14} />}
        >
          {(found) => (
            <Rows
              source={asked.source}
              columns={columns}
              rows={found}
              onOpen={onOpen}
              onEnd={more}
              opened={opened}
              steps={steps}
              foot={rows.hasNextPage ? <Loader size="xs" /> : 'End of results.'}
            />
          )}
        </View>
      </Box>
    </>
  );
}

interface RowsProps {
  label?: string;
  source: Source;
  columns: string[];
  rows: Row[];
  onOpen: (row: Row) => void;
  onEnd?: () => void;
  opened: Opened;
  steps?: Ref<TableSteps>;
  /** Stands below the last row. */
  foot?: ReactNode;
}

/** The table alone; the live tail and the surrounding rows are shown in it as well. */
export function Rows({ label = 'Rows', source, columns, rows, onOpen, onEnd, opened, steps, foot }: RowsProps) {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const shown = useMemo(() => rowColumns(columns, source, scheme), [columns, source, scheme]);
  const { timestamp, seen } = opened;
  const openAt = useMemo(() => placeOf(rows, timestamp, seen), [rows, timestamp, seen]);
  return (
    <VirtualTable
      label={label}
      columns={shown}
      rows={rows}
      openAt={openAt}
      {...(steps !== undefined && { steps })}
      onOpen={onOpen}
      {...(onEnd && { onEnd })}
      markOf={(row) => (severityOf(levelOf(row)) === null ? undefined : severityColor(levelOf(row), scheme))}
      {...(foot !== undefined && { foot: <div className={classes.foot}>{foot}</div> })}
    />
  );
}

function Count({ asked, isFetching }: { asked: Asked; isFetching: boolean }) {
  const histogram = useQuery(histogramQuery(asked)).data;
  const count = histogram?.data.reduce((sum, point) => sum + (point['series_0.data'] ?? 0), 0);
  return (
    <Group gap="sm" role="status">
      {count !== undefined && <span>{counted(count, 'row')}</span>}
      {histogram !== undefined && <span>{Math.max(1, Math.round(histogram.meta.elapsedMs))} ms</span>}
      {isFetching && <Loader size={12} aria-label="Searching" />}
    </Group>
  );
}
