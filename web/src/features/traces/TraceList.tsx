import { Button, Group } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';

import { EmptyState } from '../../components/EmptyState';
import { ListEnd } from '../../components/ListEnd';
import { View } from '../../components/View';
import { duration, spanWords } from '../../time/format';
import { absoluteRange } from '../../time/range';
import { useTimeRange } from '../../time/useTimeRange';
import { useZone } from '../../time/zone';
import { ColumnMenu } from '../search/ColumnMenu';
import type { Asked } from '../search/queries';
import { tracesQuery, type FoundTrace } from './queries';
import { isNarrowed, type TracesState } from './state';
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
export function TraceList({ asked, state, change }: TraceListProps) {
  const columns = state.cols.length > 0 ? state.cols : usualColumns;
  const traces = useInfiniteQuery(tracesQuery({ ...asked, order: state.order, cols: fieldColumns(columns) }));
  return (
    <>
      <Group className={classes.listHead} gap="sm">
        <Selection asked={asked} state={state} change={change} />
        <ColumnMenu
          asked={asked}
          columns={columns}
          onColumns={(cols) => change({ cols: cols === usualColumns ? [] : cols })}
          more={[...traceColumns]}
          usual={usualColumns}
        />
      </Group>
      <View<FoundTrace[]>
        query={traces}
        failure="The traces could not be loaded"
        isEmpty={(found) => found.length === 0}
        empty={<Nothing state={state} change={change} />}
      >
        {(found) => (
          <>
            <TraceTable traces={found} source={asked.source} columns={columns} />
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

/** What of the heatmap is selected, and ways out of it. */
function Selection({ asked: { span }, state: { part, minMs, maxMs }, change }: TraceListProps) {
  const [zone] = useZone();
  if (part === null && minMs === 0 && maxMs === 0) return <span className={classes.rest} />;
  const longest = maxMs === 0 ? 'any' : duration(maxMs * 1e6);
  return (
    <span className={classes.rest}>
      {part !== null && `${spanWords(span.start, span.end, zone)}, `}
      {duration(minMs * 1e6)} to {longest}
      <Button size="compact-xs" variant="subtle" onClick={() => change({ part: null, minMs: 0, maxMs: 0 })}>
        Clear selection
      </Button>
      {part !== null && (
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={() => change({ part: null }, absoluteRange(part.start, part.end))}
        >
          Zoom in
        </Button>
      )}
    </span>
  );
}

const dayMs = 86_400_000;

/** Says what to widen, and does it. */
function Nothing({ state, change }: Pick<TraceListProps, 'state' | 'change'>) {
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
            <Button variant="default" onClick={() => change({ q: '', filters: [], minMs: 0, maxMs: 0, part: null })}>
              Clear all conditions
            </Button>
          )}
        </Group>
      }
    >
      {isNarrowed(state)
        ? 'One span of a trace has to meet all conditions. Remove one of them, or choose a longer time range.'
        : 'Choose a longer time range, or send spans.'}
    </EmptyState>
  );
}
