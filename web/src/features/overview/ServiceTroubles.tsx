import { Text } from '@mantine/core';
import { useMemo } from 'react';

import type { Source } from '../../api/stack.gen';
import { EmptyState } from '../../components/EmptyState';
import { PageLink } from '../../components/PageLink';
import { Panel } from '../../components/Panel';
import { Table, type Column } from '../../components/Table';
import { useServiceColors } from '../../components/trace/useServiceColors';
import { View } from '../../components/View';
import { percent, short } from '../../number';
import { duration } from '../../time/format';
import type { Health } from '../services/health';
import { nanoseconds } from '../services/source';
import classes from './OverviewPage.module.css';
import type { Compared, Worsening } from './trouble';
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
        <PageLink to="/services" size="xs">
          All services
        </PageLink>
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
            {name}
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
      cell: (one) => <Pair one={one} text={({ perSecond }) => short(Number(perSecond.toPrecision(3)))} />,
    },
    {
      key: 'errors',
      name: 'Errors',
      isNumber: true,
      cell: (one) => <Pair one={one} worsening="errors" text={({ errorShare }) => percent(errorShare)} />,
    },
    {
      key: 'p95',
      name: 'p95',
      isNumber: true,
      cell: (one) => (
        <Pair
          one={one}
          worsening="latency"
          text={({ p95 }) => (p95 === null ? '–' : duration(nanoseconds(p95, source)))}
        />
      ),
    },
  ];
}

interface PairProps {
  one: Compared;
  worsening?: Worsening;
  text: (health: Health) => string;
}

/** What is now, above what was a week before. */
function Pair({ one: { now, before, worse }, worsening, text }: PairProps) {
  return (
    <>
      <div className={worsening !== undefined && worse.includes(worsening) ? classes.worse : undefined}>
        {now === null ? '–' : text(now)}
      </div>
      {before !== null && <div className={classes.before}>was {text(before)}</div>}
    </>
  );
}
