import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';

import type { Source } from '../../api/stack.gen';
import { firstSource, sourcesQuery } from '../../api/telemetry';
import { CopyLinksButton } from '../../components/CopyLinks';
import { EmptyState } from '../../components/EmptyState';
import { PartialOf } from '../../components/MissingShards';
import { Page } from '../../components/Page';
import { PageLink } from '../../components/PageLink';
import { Panel } from '../../components/Panel';
import { valueWords } from '../../components/signs';
import { Table, type Column } from '../../components/Table';
import { TelemetryText } from '../../components/TelemetryText';
import { TimeRangePicker } from '../../components/TimeRangePicker';
import { View } from '../../components/View';
import { useTimeRange } from '../../time/useTimeRange';
import { only } from '../search/where';
import { requestsAddress } from './events';
import { healthOf, type Health } from './health';
import { operationsQuery, serviceQuery } from './queries';
import { ServiceCharts } from './ServiceCharts';
import classes from './services.module.css';
import { healthColumns } from './ServiceTable';
import { traceSourceOf } from './source';

/** One service: its traffic, errors and latencies, and those of its operations. */
export function ServicePage() {
  const { name = '' } = useParams({ strict: false });
  const sources = useQuery(sourcesQuery);
  const logs = firstSource(sources.data ?? [], 'log');
  const heading = (
    <Group gap="xs">
      <PageLink to="/services" size="sm">
        Services
      </PageLink>
      <h1 className={classes.name}>
        <TelemetryText text={name} isOneLine isName />
      </h1>
    </Group>
  );
  return (
    <Page
      title={valueWords(name)}
      heading={heading}
      actions={
        <>
          <ServiceLinks name={name} logs={logs} />
          <CopyLinksButton />
          <TimeRangePicker />
        </>
      }
    >
      <View<Source[]> query={sources} failure="The sources could not be loaded">
        {(all) => {
          const source = traceSourceOf(all);
          return source !== undefined && <Service source={source} name={name} />;
        }}
      </View>
    </Page>
  );
}

function ServiceLinks({ name, logs }: { name: string; logs: Source | undefined }) {
  const filters = [only('ServiceName', name)];
  return (
    <>
      {logs !== undefined && (
        <Button
          variant="default"
          renderRoot={(props) => <Link to="/search" search={{ source: logs.id, filters }} {...props} />}
        >
          Logs
        </Button>
      )}
      <Button variant="default" renderRoot={(props) => <Link to="/traces" search={{ service: name }} {...props} />}>
        Traces
      </Button>
    </>
  );
}

function Service({ source, name }: { source: Source; name: string }) {
  const { span } = useTimeRange();
  const numbers = useQuery(serviceQuery(source, span, name));
  const operations = useQuery(operationsQuery(source, span, name));
  const empty = (
    <EmptyState title="No requests to this service in this time range" icon="service">
      Try a longer time range.
    </EmptyState>
  );
  return (
    <Stack gap="lg">
      <View
        query={numbers}
        failure="The numbers could not be loaded"
        isEmpty={({ data }) => data.length === 0}
        empty={empty}
      >
        {(answer) => <ServiceCharts answer={answer} source={source} span={span} name={name} />}
      </View>
      <Panel title="Operations" isFlush actions={<PartialOf queryKey={operationsQuery(source, span, name).queryKey} />}>
        <View query={operations} failure="The operations could not be loaded">
          {(answer) => (
            <Table
              label="Operations"
              columns={[
                operationColumn(name),
                ...healthColumns(source, (one) => ({ service: name, operation: one.name })),
              ]}
              rows={healthOf(answer, span)}
              rowKey={(one) => one.name}
              initialOrder={{ key: 'requests', isDescending: true }}
            />
          )}
        </View>
      </Panel>
    </Stack>
  );
}

/** The name of an operation, which leads to the traces with requests for it. */
function operationColumn(service: string): Column<Health> {
  return {
    key: 'name',
    name: 'Operation',
    sortBy: ({ name }) => name,
    cell: ({ name }) => (
      <PageLink {...requestsAddress({ service, operation: name })} className={classes.operation}>
        <TelemetryText text={name} isOneLine isName />
      </PageLink>
    ),
  };
}
