import { Box } from '@mantine/core';
import { useMemo } from 'react';

import type { Source } from '../../api/stack.gen';
import { EmptyState } from '../../components/EmptyState';
import { useTimeRange } from '../../time/useTimeRange';
import { Facets } from '../search/Facets';
import { FilterChips } from '../search/FilterChips';
import type { Asked } from '../search/queries';
import { PhoneFacets } from '../search/PhoneFacets';
import { QueryRow } from '../search/QueryRow';
import { readState } from '../search/state';
import { useMistake } from '../search/useMistake';
import { toggle, withRange, type Field, type Filter, type NumberRange } from '../search/where';
import { ComparisonPanel } from './ComparisonPanel';
import { DurationHeatmap } from './DurationHeatmap';
import { hasSelection } from './state';
import { TraceControls } from './TraceControls';
import { TraceColumns, TraceList } from './TraceList';
import classes from './traces.module.css';
import { useTracesState } from './useTracesState';
import { heatWhere, listSpan, listWhere, selected, within } from './where';

/** Narrows the traces of a source by a query, facets and the heatmap of their durations. */
export function TraceExplorer({ source }: { source: Source }) {
  const { span } = useTimeRange();
  const [asIs, change] = useTracesState();
  const state = useMemo(() => within(asIs, span), [asIs, span]);
  const asked = useMemo(
    (): Asked => ({ source, where: heatWhere(state), language: state.lang, span }),
    [source, state, span],
  );
  const narrowed = useMemo(
    (): Asked => ({ ...asked, where: listWhere(state, source), span: listSpan(state, span) }),
    [asked, state, source, span],
  );
  // The query row is that of the search; a list of traces has no tail and no open row.
  const search = useMemo(() => ({ ...readState({}), q: state.q, lang: state.lang, filters: state.filters }), [state]);
  const mistake = useMistake(asked, search);
  const facets = {
    asked: mistake === null ? narrowed : { ...narrowed, where: '' },
    filters: state.filters,
    onFilter: (chosen: Omit<Filter, 'values'>, value: string) =>
      change({ filters: toggle(state.filters, chosen, value) }),
    onRange: (chosen: Field, range: NumberRange) => change({ filters: withRange(state.filters, chosen, range) }),
  };
  return (
    <>
      <QueryRow
        asked={asked}
        state={search}
        mistake={mistake}
        onChange={({ q = state.q, lang = state.lang }) => change({ q, lang })}
        canTail={false}
      >
        <PhoneFacets {...facets} />
      </QueryRow>
      <FilterChips source={source} filters={state.filters} onChange={(filters) => change({ filters })} />
      <Box className={classes.explorer}>
        <Facets {...facets} />
        <Box className={classes.found}>
          {mistake !== null && (
            <EmptyState title="The query has an error">Fix the underlined part, then press Enter.</EmptyState>
          )}
          {mistake === null && (
            <>
              <TraceControls state={state} change={change}>
                <TraceColumns asked={narrowed} state={state} change={change} />
              </TraceControls>
              <DurationHeatmap
                source={source}
                span={span}
                state={state}
                onBox={(box) => change(selected(state, source, box))}
              />
              <TraceList asked={narrowed} state={state} change={change}>
                {state.isCompared && hasSelection(state) && (
                  <ComparisonPanel selected={narrowed} all={asked} onFilter={facets.onFilter} />
                )}
              </TraceList>
            </>
          )}
        </Box>
      </Box>
    </>
  );
}
