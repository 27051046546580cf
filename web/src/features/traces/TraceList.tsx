import { Button, Group } from '@mantine/core';
import { useInfiniteQuery, type QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { EmptyState } from '../../components/EmptyState';
import { ListEnd } from '../../components/ListEnd';
import { NothingHere } from '../../components/MissingShards';
import { View } from '../../components/View';
import { duration, spanWords } from '../../time/format';
import { absoluteRange } from '../../time/range';
import { useTimeRange } from '../../time/useTimeRange';
import { useZone } from '../../time/zone';
import { ColumnMenu } from '../search/ColumnMenu';
import type { Asked } from '../search/queries';
import { tracesQuery, type FoundTrace } from './queries';
import { hasSelection, isByDuration, isNarrowed, scopeOf, unselected, type TracesState } from './state';
import { fieldColumns, traceColumns, usualColumns } from './traceColumns';
import classes from './traces.module.css';
import { TraceTable } from './TraceTable';
import type { ChangeTraces } from './useTracesState';

interface TraceListProps {
  asked: Asked;
  state: TracesState;
  change: ChangeTraces;
}

/** The traces that were found, page by page. */
export function TraceList({ asked, state, change, children }: TraceListProps & { children: ReactNode }) {
  const columns = shownColumns(state);
  const isOfRoots = scopeOf(state) === 'root';
  const query = tracesQuery({ ...asked, order: state.order, isOfRoots, cols: fieldColumns(columns) });
  const traces = useInfiniteQuery(query);
  return (
    <>
      <Selection asked={asked} state={state} change={change} />
      {children}
      <View<FoundTrace[]>
        query={traces}
        failure="The traces could not be loaded"
        isEmpty={(found) => found.length === 0}
        empty={<Nothing state={state} change={change} queryKey={query.queryKey} />}
      >
        {(found) => (
          <>
            <TraceTable traces={found} source={asked.source} columns={columns} isByDuration={isByDuration(state)} />
            <ListEnd
              count={found.length}
              noun="trace"
              isMore={traces.hasNextPage}
              isBusy={traces.isFetchingNextPage}
              onMore={() => void traces.fetchNextPage()}
            />
          </>
        )}
      </View>
    </>
  );
}

/** The columns that the list shows, in order. */
function shownColumns({ cols }: TracesState): string[] {
  return cols.length > 0 ? cols : usualColumns;
}

/** Chooses the columns of the list. */
export function TraceColumns({ asked, state, change }: TraceListProps) {
  return (
    <ColumnMenu
      asked={asked}
      columns={shownColumns(state)}
      onColumns={(cols) => change({ cols: cols === usualColumns ? [] : cols })}
      more={[...traceColumns]}
      usual={usualColumns}
    />
  );
}

/** What of the heatmap is selected, and ways out of it. */
function Selection({ asked: { span }, state, change }: TraceListProps) {
  const { part, minMs, maxMs, isCompared } = state;
  const [zone] = useZone();
  if (!hasSelection(state)) return null;
  const longest = maxMs === 0 ? 'any' : duration(maxMs * 1e6);
  return (
    <div className={classes.listHead}>
      {part !== null && `${spanWords(span.start, span.end, zone)}, `}
      {duration(minMs * 1e6)} to {longest}
      <Button
        size="compact-xs"
        variant={isCompared ? 'light' : 'subtle'}
        aria-pressed={isCompared}
        onClick={() => change({ isCompared: !isCompared })}
      >
        Compare with the rest
      </Button>
      <Button size="compact-xs" variant="subtle" onClick={() => change(unselected)}>
        Clear selection
      </Button>
      {part !== null && (
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={() => change({ part: null, isCompared: false }, absoluteRange(part.start, part.end))}
        >
          Zoom in
        </Button>
      )}
    </div>
  );
}

const dayMs = 86_400_000;

/** Says what to widen, and does it. */
function Nothing({ state, change, queryKey }: Pick<TraceListProps, 'state' | 'change'> & { queryKey: QueryKey }) {
  const { span, setRange } = useTimeRange();
  const isShort = span.end - span.start < dayMs;
  return (
    <EmptyState
      title="No traces match"
      icon="trace"
      action={
        <Group gap="sm">
          {isShort && (
            <Button variant="default" onClick={() => setRange({ from: 'now-1d', to: 'now' })}>
              Search the last day
            </Button>
          )}
          {isNarrowed(state) && (
            <Button variant="default" onClick={() => change({ q: '', filters: [], ...unselected })}>
              Clear all conditions
            </Button>
          )}
        </Group>
      }
    >
      <NothingHere queryKey={queryKey}>
        {isNarrowed(state)
          ? 'One span of a trace has to meet all conditions. Remove one of them, or choose a longer time range.'
          : 'Choose a longer time range, or send spans.'}
      </NothingHere>
    </EmptyState>
  );
}
