import { ActionIcon, Box, Group, Loader, Tooltip, useComputedColorScheme } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode, type Ref, type RefObject } from 'react';

import type { Source } from '../../api/stack.gen';
import type { Row } from '../../api/telemetry';
import { severityColor, severityOf } from '../../colors';
import { EmptyState } from '../../components/EmptyState';
import type { HeadActs } from '../../components/GridHead';
import { Icon } from '../../components/Icon';
import type { Order } from '../../components/sort';
import { NothingHere, PartialMark } from '../../components/MissingShards';
import { Lines, View } from '../../components/View';
import { VirtualTable, type TableSteps } from '../../components/VirtualTable';
import { counted } from '../../number';
import { ColumnMenu } from './ColumnMenu';
import { levelOf, moveColumn, placeOf, selectOf } from './columns';
import { FindBox } from './FindBox';
import { isTimeOrder, newestFirst, nextOrder, orderByOf } from './order';
import { OrderMenu } from './OrderMenu';
import { histogramQuery, rowsQuery, type Asked } from './queries';
import { isNumberColumn, rowColumns } from './rowColumns';
import classes from './search.module.css';
import { useFind, type Find } from './useFind';
import { useTableView } from './useTableView';

interface RowsViewProps {
  asked: Asked;
  columns: string[];
  order: Order | null;
  onOrder: (order: Order | null) => void;
  onColumns: (columns: string[]) => void;
  onOpen: (row: Row) => void;
  onEnter: () => void;
  opened: Opened;
  steps: RefObject<TableSteps | null>;
}

/** The row that is open: its time, and what a table has shown of it. */
export interface Opened {
  timestamp: string;
  seen: Row | null;
}

const noRows: Row[] = [];

/** The rows that were found; more are read as the table is scrolled. */
export function RowsView(props: RowsViewProps) {
  const { asked, columns, order, onOrder, onColumns, onOpen, onEnter, opened, steps } = props;
  const { source } = asked;
  const query = rowsQuery(asked, selectOf(columns), orderByOf(order));
  const rows = useInfiniteQuery(query);
  const all = useMemo(() => rows.data?.pages.flatMap((page) => page.data), [rows.data]);
  const find = useFind({ source, columns, rows: all ?? noRows, steps });
  const more = () => {
    if (rows.hasNextPage && !rows.isFetchingNextPage) void rows.fetchNextPage();
  };
  const empty = (
    <EmptyState title="No rows match">
      <NothingHere queryKey={query.queryKey}>Try a longer time range, or remove a filter.</NothingHere>
    </EmptyState>
  );
  return (
    <>
      <Group className={classes.bar} gap="sm">
        <Count asked={asked} isFetching={rows.isFetching} />
        <Box flex={1} />
        <FindBox find={find} loaded={all?.length ?? 0} />
        <WrapSwitch source={source} />
        <OrderMenu source={source} columns={columns} order={order} onOrder={onOrder} />
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
              source={source}
              columns={columns}
              rows={found}
              find={find}
              acts={{
                order: shownOrder(order, source),
                onOrder: (key) => onOrder(nextOrder(order, key, isNumberColumn(key, source))),
                onMove: (key, place) => onColumns(moveColumn(columns, key, place)),
              }}
              onOpen={onOpen}
              onEnter={onEnter}
              onEnd={more}
              opened={opened}
              steps={steps}
              foot={rows.hasNextPage ? <Loader size="xs" /> : <End asked={asked} order={order} loaded={found.length} />}
            />
          )}
        </View>
      </Box>
    </>
  );
}

/** A source may have an order of its own, which no head can show. */
function shownOrder(order: Order | null, source: Source): Order | null {
  return order ?? (source.orderByExpression ? null : newestFirst);
}

/** What stands below the last row: only the order of time goes on without an end. */
function End({ asked, order, loaded }: { asked: Asked; order: Order | null; loaded: number }) {
  const count = useRowCount(asked);
  if (isTimeOrder(order) || count === undefined || count <= loaded) return 'End of results.';
  return `These are the first ${counted(loaded, 'row')} in this order. Narrow the search to see the others.`;
}

/** Lets long texts take as many lines as they need. */
export function WrapSwitch({ source }: { source: Source }) {
  const { isWrapped, setWrapped } = useTableView(source);
  return (
    <Tooltip label={isWrapped ? 'Show one line per row' : 'Wrap long lines'}>
      <ActionIcon
        variant={isWrapped ? 'light' : 'subtle'}
        color={isWrapped ? 'accent' : 'gray'}
        aria-label="Wrap lines"
        aria-pressed={isWrapped}
        onClick={() => setWrapped(!isWrapped)}
      >
        <Icon name="wrap" size={14} />
      </ActionIcon>
    </Tooltip>
  );
}

interface RowsProps {
  label?: string;
  source: Source;
  columns: string[];
  rows: Row[];
  find?: Find;
  acts?: HeadActs;
  onOpen: (row: Row) => void;
  onEnter?: () => void;
  onEnd?: () => void;
  opened: Opened;
  steps?: Ref<TableSteps>;
  /** Stands below the last row. */
  foot?: ReactNode;
}

/** The table alone; the live tail and the surrounding rows are shown in it as well. */
export function Rows({ label = 'Rows', source, columns, rows, find, acts, opened, foot, ...rest }: RowsProps) {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const { widths, isWrapped, setWidth } = useTableView(source);
  const wanted = find?.text ?? '';
  const shown = useMemo(
    () => rowColumns(columns, { source, scheme, widths, isWrapped, find: wanted }),
    [columns, source, scheme, widths, isWrapped, wanted],
  );
  const { timestamp, seen } = opened;
  const openAt = useMemo(() => placeOf(rows, timestamp, seen), [rows, timestamp, seen]);
  return (
    <VirtualTable
      label={label}
      columns={shown}
      rows={rows}
      openAt={openAt}
      foundAt={find?.foundAt ?? null}
      isWrapped={isWrapped}
      onWidth={setWidth}
      {...acts}
      {...rest}
      markOf={(row) => (severityOf(levelOf(row)) === null ? undefined : severityColor(levelOf(row), scheme))}
      {...(foot !== undefined && { foot: <div className={classes.foot}>{foot}</div> })}
    />
  );
}

/** How many rows there are in the whole range; undefined until that is known. */
function useRowCount(asked: Asked): number | undefined {
  const histogram = useQuery(histogramQuery(asked)).data;
  return histogram?.data.reduce((sum, point) => sum + (point['series_0.data'] ?? 0), 0);
}

function Count({ asked, isFetching }: { asked: Asked; isFetching: boolean }) {
  const histogram = useQuery(histogramQuery(asked)).data;
  const count = useRowCount(asked);
  return (
    <Group gap="sm" role="status" wrap="nowrap">
      {count !== undefined && <span>{counted(count, 'row')}</span>}
      <PartialMark shards={histogram?.meta.partial} />
      {histogram !== undefined && (
        <Box component="span" visibleFrom="sm">
          {Math.max(1, Math.round(histogram.meta.elapsedMs))} ms
        </Box>
      )}
      {isFetching && <Loader size={12} aria-label="Searching" />}
    </Group>
  );
}
