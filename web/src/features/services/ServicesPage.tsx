import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import type { Source } from '../../api/stack.gen';
import { sourcesQuery } from '../../api/telemetry';
import { CopyLinksButton } from '../../components/CopyLinks';
import { EmptyState } from '../../components/EmptyState';
import { PartialOf } from '../../components/MissingShards';
import { Page } from '../../components/Page';
import { Panel } from '../../components/Panel';
import { TimeRangePicker } from '../../components/TimeRangePicker';
import { View } from '../../components/View';
import { useTimeRange } from '../../time/useTimeRange';
import { CallMapView } from './CallMapView';
import { healthOf } from './health';
import { mapQuery, servicesQuery } from './queries';
import { ServiceTable } from './ServiceTable';
import { traceSourceOf } from './source';

/** How every service does, and which calls which. */
export function ServicesPage() {
  const sources = useQuery(sourcesQuery);
  const empty = (
    <EmptyState title="There is no trace source" icon="service">
      Services come from spans: add a trace source in the team settings.
    </EmptyState>
  );
  return (
    <Page
      title="Services"
      actions={
        <>
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
          return source !== undefined && <Services source={source} />;
        }}
      </View>
    </Page>
  );
}

function Services({ source }: { source: Source }) {
  const { span } = useTimeRange();
  const services = useQuery(servicesQuery(source, span));
  const empty = (
    <EmptyState title="No service sent spans in this time range" icon="service">
      Try a longer time range, or send spans with OpenTelemetry.
    </EmptyState>
  );
  return (
    <Stack gap="lg">
      <Panel title="Health" isFlush actions={<PartialOf queryKey={servicesQuery(source, span).queryKey} />}>
        <View
          query={services}
          failure="The services could not be loaded"
          isEmpty={({ data }) => data.length === 0}
          empty={empty}
        >
          {(answer) => <ServiceTable source={source} span={span} services={healthOf(answer, span)} />}
        </View>
      </Panel>
      <Panel title="Calls" actions={<PartialOf queryKey={mapQuery(source, span).queryKey} />}>
        <CallMapView source={source} span={span} />
      </Panel>
    </Stack>
  );
}
