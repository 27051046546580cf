import { Group, NumberInput, SegmentedControl, Select, Stack, Switch } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';

import type { Source } from '../../api/stack.gen';
import { sourcesQuery } from '../../api/telemetry';
import { CopyLinksButton } from '../../components/CopyLinks';
import { EmptyState } from '../../components/EmptyState';
import { ListEnd } from '../../components/ListEnd';
import { Page } from '../../components/Page';
import { Panel } from '../../components/Panel';
import { TimeRangePicker } from '../../components/TimeRangePicker';
import { View } from '../../components/View';
import { useTimeRange } from '../../time/useTimeRange';
import { serviceNamesQuery } from '../services/queries';
import { traceSourceOf } from '../services/source';
import { tracesQuery, type FoundTrace, type TracesAsked } from './queries';
import { TraceIdForm } from './TraceIdForm';
import { TraceTable } from './TraceTable';

/** Finds traces: by id, or the newest and slowest of a time. */
export function TracesPage() {
  const sources = useQuery(sourcesQuery);
  const empty = (
    <EmptyState title="There is no trace source" icon="trace">
      Add one in the team settings.
    </EmptyState>
  );
  return (
    <Page
      title="Traces"
      actions={
        <>
          <TraceIdForm />
          <CopyLinksButton />
          <TimeRangePicker />
        </>
      }
    >
      <View<Source[]>
        query={sources}
        failure="The sources could not be loaded"
        isEmpty={(all) => traceSourceOf(all) === undefined}
        empty={empty}
      >
        {(all) => {
          const source = traceSourceOf(all);
          return source !== undefined && <Traces source={source} />;
        }}
      </View>
    </Page>
  );
}

/** What the address holds of the list. */
function useChoices(): [
  Pick<TracesAsked, 'service' | 'onlyErrors' | 'minMs' | 'order'>,
  (change: Record<string, unknown>) => void,
] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = (part: Record<string, unknown>) =>
    void navigate({
      to: '/traces',
      replace: true,
      search: (before: Record<string, unknown>) => ({ ...before, ...part }),
    });
  return [
    {
      service: typeof search.service === 'string' ? search.service : '',
      onlyErrors: String(search.errors) === 'true',
      minMs: Number(search.minMs) > 0 ? Number(search.minMs) : 0,
      order: search.order === 'slowest' ? 'slowest' : 'newest',
    },
    change,
  ];
}

function Traces({ source }: { source: Source }) {
  const { span } = useTimeRange();
  const [choices, change] = useChoices();
  const traces = useInfiniteQuery(tracesQuery({ source, span, ...choices }));
  const services = useQuery(serviceNamesQuery(source, span)).data ?? [];
  const empty = (
    <EmptyState title="No traces match" icon="trace">
      Try a longer time range or fewer conditions.
    </EmptyState>
  );
  return (
    <Stack gap="md">
      <Group gap="md">
        <Select
          placeholder="All services"
          aria-label="Service"
          clearable
          searchable
          data={services}
          value={choices.service === '' ? null : choices.service}
          onChange={(service) => change({ service: service ?? undefined })}
        />
        <NumberInput
          placeholder="Any duration"
          aria-label="Shortest duration in milliseconds"
          suffix=" ms or longer"
          min={0}
          w={170}
          value={choices.minMs === 0 ? '' : choices.minMs}
          onChange={(minMs) => change({ minMs: typeof minMs === 'number' && minMs > 0 ? minMs : undefined })}
        />
        <Switch
          label="Errors only"
          checked={choices.onlyErrors}
          onChange={(event) => change({ errors: event.currentTarget.checked || undefined })}
        />
        <SegmentedControl
          aria-label="Order"
          data={[
            { value: 'newest', label: 'Newest' },
            { value: 'slowest', label: 'Slowest' },
          ]}
          value={choices.order}
          onChange={(order) => change({ order: order === 'slowest' ? order : undefined })}
        />
      </Group>
      <Panel isFlush>
        <View<FoundTrace[]>
          query={traces}
          failure="The traces could not be loaded"
          isEmpty={(found) => found.length === 0}
          empty={empty}
        >
          {(found) => (
            <>
              <TraceTable traces={found} source={source} />
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
      </Panel>
    </Stack>
  );
}
