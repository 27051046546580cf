import { Box, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';

import type { Source } from '../../api/stack.gen';
import type { Row } from '../../api/telemetry';
import { EmptyState } from '../../components/EmptyState';
import { Page } from '../../components/Page';
import { usePageShortcuts } from '../../components/pageShortcuts';
import { TimeRangePicker } from '../../components/TimeRangePicker';
import type { Order } from '../../components/sort';
import type { TableSteps } from '../../components/VirtualTable';
import { useTimeRange } from '../../time/useTimeRange';
import { usualColumns } from './columns';
import { Facets } from './Facets';
import { FilterChips } from './FilterChips';
import { Histogram } from './Histogram';
import { LiveRows } from './LiveRows';
import { fieldsQuery, type Asked } from './queries';
import { PhoneFacets } from './PhoneFacets';
import { QueryRow } from './QueryRow';
import { RowPanel } from './RowPanel';
import { RowsView, type Opened } from './RowsView';
import { SearchMenu } from './SearchMenu';
import classes from './search.module.css';
import type { SearchState } from './state';
import { useMistake } from './useMistake';
import { useSearchState } from './useSearchState';
import { toggle, whereOf, withRange, type Field, type Filter, type NumberRange } from './where';

/** The page once it is known what can be searched. */
export function SearchBody({ sources }: { sources: Source[] }) {
  const [state, change] = useSearchState();
  const { span } = useTimeRange();
  const source = sources.find(({ id }) => id === state.source) ?? sources[0];
  const where = useMemo(() => whereOf(state.q, state.lang, state.filters), [state.q, state.lang, state.filters]);
  if (source === undefined) return null;
  return (
    <Content sources={sources} state={state} change={change} asked={{ source, where, language: state.lang, span }} />
  );
}

interface ContentProps {
  sources: Source[];
  state: SearchState;
  change: (part: Partial<SearchState>) => void;
  asked: Asked;
}

function Content({ sources, state, change, asked }: ContentProps) {
  const { source } = asked;
  const rows = useOpenRows(state, change);
  const steps = useRef<TableSteps>(null);
  // Behind a surrounding row the rows stay where they are.
  const step = (by: number) => () => rows.near.timestamp === '' && steps.current?.step(by);
  usePageShortcuts([
    { keys: 'j', name: 'Next row', run: step(1) },
    { keys: 'k', name: 'Previous row', run: step(-1) },
  ]);
  const mistake = useMistake(asked, state);
  const columns = state.cols.length > 0 ? state.cols : usualColumns(source);
  const filter = (chosen: Omit<Filter, 'values'>, value: string) =>
    change({ filters: toggle(state.filters, chosen, value) });
  const onColumns = (cols: string[]) => change({ cols });
  const panel = useRef<HTMLElement>(null);
  const onEnter = () => panel.current?.focus();
  const table = { asked, columns, onColumns, onOpen: rows.open, onEnter, opened: rows.opened, steps };
  const facets = {
    asked: mistake === null ? asked : { ...asked, where: '' },
    filters: state.filters,
    onFilter: filter,
    onRange: (chosen: Field, range: NumberRange) => change({ filters: withRange(state.filters, chosen, range) }),
  };
  return (
    <Page
      title="Search"
      isFilling
      heading={
        <Heading
          sources={sources}
          source={source}
          onChoose={(id) => change({ source: id, filters: [], cols: [], order: null, row: '' })}
        />
      }
      actions={<Actions asked={asked} columns={columns} order={state.order} />}
    >
      <QueryRow asked={asked} state={state} mistake={mistake} onChange={change}>
        <PhoneFacets {...facets} />
      </QueryRow>
      <FilterChips source={source} filters={state.filters} onChange={(filters) => change({ filters })} />
      <Box className={classes.split}>
        <Facets {...facets} />
        <Box className={classes.main}>
          {mistake !== null && (
            <EmptyState title="The query has an error">Fix the underlined part, then press Enter.</EmptyState>
          )}
          {mistake === null && state.isLive && <LiveRows {...table} />}
          {mistake === null && !state.isLive && (
            <>
              <Histogram asked={asked} />
              <RowsView {...table} order={state.order} onOrder={(order) => change({ order, row: '' })} />
            </>
          )}
        </Box>
        {state.row !== '' && (
          <RowPanel
            ref={panel}
            source={source}
            opened={rows.opened}
            near={rows.near}
            tab={state.tab}
            onTab={(tab) => change({ tab })}
            columns={columns}
            onFilter={filter}
            onColumns={onColumns}
            onStep={(by) => steps.current?.step(by)}
            onNear={rows.openNear}
            onBack={rows.back}
            onClose={() => change({ row: '' })}
          />
        )}
      </Box>
    </Page>
  );
}

/** The row that is open, and the one near it; the address knows their times, the page what its tables showed of them. */
function useOpenRows({ row, near }: SearchState, change: ContentProps['change']) {
  const [seen, setSeen] = useState<Record<string, Row>>({});
  const router = useRouter();
  const openedAt = (timestamp: string): Opened => ({ timestamp, seen: seen[timestamp] ?? null });
  const see = (one: Row, others: Record<string, Row> = {}): string => {
    const timestamp = String(one.Timestamp);
    setSeen({ ...others, [timestamp]: one });
    return timestamp;
  };
  return {
    opened: openedAt(row),
    near: openedAt(near),
    open: (one: Row) => change({ row: see(one), near: '' }),
    openNear: (one: Row) => change({ near: see(one, seen) }),
    // A page that was loaded with it has nothing to go back to.
    back: () => (seen[near] === undefined ? change({ near: '' }) : router.history.back()),
  };
}

interface HeadingProps {
  sources: Source[];
  source: Source;
  onChoose: (id: string) => void;
}

function Heading({ sources, source, onChoose }: HeadingProps) {
  return (
    <Box className={classes.heading}>
      <h1 className={classes.title}>Search</h1>
      <Select
        aria-label="Source"
        w={180}
        data={sources.map(({ id, name }) => ({ value: id, label: name }))}
        value={source.id}
        allowDeselect={false}
        onChange={(id) => id !== null && onChoose(id)}
      />
    </Box>
  );
}

function Actions({ asked, columns, order }: { asked: Asked; columns: string[]; order: Order | null }) {
  // The completion has its fields before the first letter is typed.
  useQuery(fieldsQuery(asked));
  return (
    <>
      <SearchMenu asked={asked} columns={columns} order={order} />
      <TimeRangePicker />
    </>
  );
}
