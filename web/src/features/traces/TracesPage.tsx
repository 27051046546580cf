import { useQuery } from '@tanstack/react-query';

import type { Source } from '../../api/stack.gen';
import { sourcesQuery } from '../../api/telemetry';
import { CopyLinksButton } from '../../components/CopyLinks';
import { EmptyState } from '../../components/EmptyState';
import { Page } from '../../components/Page';
import { TimeRangePicker } from '../../components/TimeRangePicker';
import { View } from '../../components/View';
import { traceSourceOf } from '../services/source';
import { TraceExplorer } from './TraceExplorer';
import { TraceIdForm } from './TraceIdForm';

/** Finds traces: by id, or by what one of their spans says. */
export function TracesPage() {
  const sources = useQuery(sourcesQuery);
  const source = traceSourceOf(sources.data ?? []);
  const empty = (
    <EmptyState title="There is no trace source" icon="trace">
      Add one in the team settings.
    </EmptyState>
  );
  return (
    <Page
      title="Traces"
      isFilling
      actions={
        <>
          <TraceIdForm />
          <CopyLinksButton />
          <TimeRangePicker />
        </>
      }
    >
      {source !== undefined ? (
        <TraceExplorer source={source} />
      ) : (
        <View<Source[]>
          query={sources}
          failure="The sources could not be loaded"
          isEmpty={(all) => traceSourceOf(all) === undefined}
          empty={empty}
        >
          {() => null}
        </View>
      )}
    </Page>
  );
}
