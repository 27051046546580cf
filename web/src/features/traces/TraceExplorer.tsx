import { Box } from '@mantine/core';
import { useMemo } from 'react';

import type { Source } from '../../api/stack.gen';
import { EmptyState } from '../../components/EmptyState';
import { useTimeRange } from '../../time/useTimeRange';
import { Facets } from '../search/Facets';
import { FilterChips } from '../search/FilterChips';
import type { Asked } from '../search/queries';
import { QueryRow } from '../search/QueryRow';
import { readState } from '../search/state';
import { useMistake } from '../search/useMistake';
import { toggle, withRange } from '../search/where';
import { DurationHeatmap } from './DurationHeatmap';
import { TraceControls } from './TraceControls';
import { TraceList } from './TraceList';
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
  return (
    <>
      <QueryRow
        asked={asked}
        state={search}
        mistake={mistake}
        onChange={({ q = state.q, lang = state.lang }) => change({ q, lang })}
        canTail={false}
      />
      <FilterChips source={source} filters={state.filters} onChange={(filters) => change({ filters })} />
      <Box className={classes.explorer}>
        <Facets
          asked={mistake === null ? narrowed : { ...narrowed, where: '' }}
          filters={state.filters}
          onFilter={(chosen, value) => change({ filters: toggle(state.filters, chosen, value) })}
          onRange={(chosen, range) => change({ filters: withRange(state.filters, chosen, range) })}
        />
        <Box className={classes.found}>
          {mistake !== null && (
            <EmptyState title="The query has an error">Fix the underlined part, then press Enter.</EmptyState>
          )}
          {mistake === null && (
            <>
              <TraceControls source={source} state={state} change={change} />
              <DurationHeatmap
                source={source}
                span={span}
                state={state}
                onBox={(box) => change(selected(state, source, box))}
              />
              <TraceList asked={narrowed} state={state} change={change} />
            </>
          )}
        </Box>
      </Box>
    </>
  );
}
