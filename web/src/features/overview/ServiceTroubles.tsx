import { Text } from '@mantine/core';
import { useMemo } from 'react';

import type { Source } from '../../api/stack.gen';
import { EmptyState } from '../../components/EmptyState';
import { NumberLink } from '../../components/NumberLink';
import { PartialOf } from '../../components/MissingShards';
import { PageLink } from '../../components/PageLink';
import { Panel } from '../../components/Panel';
import { valueWords } from '../../components/signs';
import { Table, type Column } from '../../components/Table';
import { TelemetryText } from '../../components/TelemetryText';
import { useServiceColors } from '../../components/trace/useServiceColors';
import { View } from '../../components/View';
import { percent, short } from '../../number';
import { duration } from '../../time/format';
import { absoluteRange } from '../../time/range';
import { useTimeRange } from '../../time/useTimeRange';
import type { Address } from '../drill/address';
import { errorsAddress, requestsAddress, slowAddress, type RequestsTo } from '../services/events';
import type { Health } from '../services/health';
import { nanoseconds } from '../services/source';
import classes from './OverviewPage.module.css';
import { weekBefore, type Compared, type Worsening } from './trouble';
import { useCompared } from './useTrouble';

const servicesMax = 8;

/** The services, the ones in trouble first, beside what they were a week before. */
export function ServiceTroubles({ source }: { source: Source }) {
  const services = useCompared(source);
  const empty = (
    <EmptyState title="No service sent spans in this time range" icon="service">
      Services come from spans: send some with OpenTelemetry.
    </EmptyState>
  );
  return (
    <Panel
      title="Services"
      isFlush
      actions={
        <>
          <PartialOf queryKey={['services', source.id]} />
          <PageLink to="/services" size="xs">
            All services
          </PageLink>
        </>
      }
    >
      <View<Compared[]>
        query={services}
        failure="The services could not be loaded"
        isEmpty={(all) => all.length === 0}
        empty={empty}
      >
        {(all) => <Services source={source} services={all.slice(0, servicesMax)} />}
      </View>
    </Panel>
  );
}

function Services({ source, services }: { source: Source; services: Compared[] }) {
  const colors = useServiceColors(useMemo(() => services.map(({ name }) => name), [services]));
  const columns = useMemo(() => columnsOf(source, colors), [source, colors]);
  return <Table label="Services now and a week ago" columns={columns} rows={services} rowKey={({ name }) => name} />;
}

function columnsOf(source: Source, colors: Map<string, string>): Column<Compared>[] {
  return [
    {
      key: 'name',
      name: 'Service',
      cell: ({ name, now }) => (
        <>
          <span className={classes.swatch} style={{ background: colors.get(name) }} data-swatch />
          <PageLink to={`/services/${encodeURIComponent(name)}`} size="sm">
            <TelemetryText text={name} isOneLine isName />
          </PageLink>
          {now === null && (
            <Text size="xs" className={classes.worse}>
              No requests
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'rate',
      name: 'Per second',
      isNumber: true,
      isMinor: true,
      cell: (one) => (
        <Pair
          one={one}
          name="Requests per second"
          text={({ perSecond }) => short(Number(perSecond.toPrecision(3)))}
          address={requestsAddress}
        />
      ),
    },
    {
      key: 'errors',
      name: 'Errors',
      isNumber: true,
      cell: (one) => (
        <Pair
          one={one}
          name="Errors"
          worsening="errors"
          text={({ errorShare }) => percent(errorShare)}
          address={errorsAddress}
        />
      ),
    },
    {
      key: 'p95',
      name: 'p95',
      isNumber: true,
      cell: (one) => (
        <Pair
          one={one}
          name="p95"
          worsening="latency"
          text={({ p95 }) => (p95 === null ? '–' : duration(nanoseconds(p95, source)))}
          address={(to, { p95 }) => (p95 === null ? null : slowAddress(to, p95, source))}
        />
      ),
    },
  ];
}

interface PairProps {
  one: Compared;
  /** What the number is. */
  name: string;
  worsening?: Worsening;
  text: (health: Health) => string;
  /** Where the number leads; null where there is none. */
  address: (to: RequestsTo, health: Health) => Address | null;
}

/** What is now, above what was a week before; each leads to the traces of its time. */
function Pair({ one: { name: service, now, before, worse }, name, worsening, text, address }: PairProps) {
  const { span } = useTimeRange();
  const then = weekBefore(span);
  const link = (health: Health, words: string, to: RequestsTo) => {
    const found = address(to, health);
    return found === null ? text(health) : <NumberLink name={words} text={text(health)} address={found} />;
  };
  return (
    <>
      <div className={worsening !== undefined && worse.includes(worsening) ? classes.worse : undefined}>
        {now === null ? '–' : link(now, `${name} of ${valueWords(service)}`, { service })}
      </div>
      {before !== null && (
        <div className={classes.before}>
          was{' '}
          {link(before, `${name} of ${valueWords(service)} a week ago`, {
            service,
            range: absoluteRange(then.start, then.end),
          })}
        </div>
      )}
    </>
  );
}
