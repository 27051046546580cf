import { Box, Group, Loader, useComputedColorScheme } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import type { Row } from '../../api/telemetry';
import { severityColor, severityOf } from '../../colors';
import { EmptyState } from '../../components/EmptyState';
import { Lines, View } from '../../components/View';
import { VirtualTable } from '../../components/VirtualTable';
import { counted } from '../../number';
import { ColumnMenu } from './ColumnMenu';
import { cellText, levelOf, selectOf } from './columns';
import { histogramQuery, rowsQuery, type Asked } from './queries';
import { rowColumns } from './rowColumns';
import classes from './search.module.css';

interface RowsViewProps {
  asked: Asked;
  columns: string[];
  onColumns: (columns: string[]) => void;
  onOpen: (row: Row) => void;
  openRow: string;
}

/** The rows that were found; more are read as the table is scrolled. */
export function RowsView({ asked, columns, onColumns, onOpen, openRow }: RowsViewProps) {
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
              asked={asked}
              columns={columns}
              rows={found}
              onOpen={onOpen}
              onEnd={more}
              openRow={openRow}
              isEnd={!rows.hasNextPage}
            />
          )}
        </View>
      </Box>
    </>
  );
}

interface RowsProps {
  asked: Asked;
  columns: string[];
  rows: Row[];
  onOpen: (row: Row) => void;
  onEnd?: () => void;
  openRow: string;
  isEnd: boolean;
}

/** The table alone; the live tail shows its rows in it as well. */
export function Rows({ asked, columns, rows, onOpen, onEnd, openRow, isEnd }: RowsProps) {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const shown = useMemo(() => rowColumns(columns, asked.source, scheme), [columns, asked.source, scheme]);
  const openAt = useMemo(
    () => (openRow === '' ? -1 : rows.findIndex((row) => cellText(row.Timestamp) === openRow)),
    [rows, openRow],
  );
  return (
    <VirtualTable
      label="Rows"
      columns={shown}
      rows={rows}
      openAt={openAt === -1 ? null : openAt}
      onOpen={onOpen}
      {...(onEnd && { onEnd })}
      markOf={(row) => (severityOf(levelOf(row)) === null ? undefined : severityColor(levelOf(row), scheme))}
      foot={<div className={classes.foot}>{isEnd ? 'End of results.' : <Loader size="xs" />}</div>}
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
