import { useComputedColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import type { Source } from '../../api/stack.gen';
import { contentOf } from '../../charting/content';
import { TimeChart } from '../../components/chart/TimeChart';
import type { ChartContent } from '../../components/chart/types';
import { NumberLink } from '../../components/NumberLink';
import { PageLink } from '../../components/PageLink';
import { valueWords } from '../../components/signs';
import { Table, type Column } from '../../components/Table';
import { TelemetryText } from '../../components/TelemetryText';
import { useServiceColors } from '../../components/trace/useServiceColors';
import { percent, plain, short } from '../../number';
import { duration } from '../../time/format';
import type { TimeSpan } from '../../time/range';
import { errorsAddress, requestsAddress, slowAddress, type RequestsTo } from './events';
import type { Health } from './health';
import { trafficQuery } from './queries';
import classes from './services.module.css';
import { nanoseconds } from './source';

interface ServiceTableProps {
  source: Source;
  span: TimeSpan;
  services: Health[];
}

/** An error share from here on is shown in the colour of errors. */
const errorShareBad = 0.01;
const stripPixels = 24;

/** Every service with its traffic, its errors and its latencies. */
export function ServiceTable({ source, span, services }: ServiceTableProps) {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const traffic = useQuery(trafficQuery(source, span)).data;
  const strips = useMemo(
    () => traffic && contentOf(traffic, { names: ['Requests'], span, gap: 0, scheme }),
    [traffic, span, scheme],
  );
  const names = useMemo(() => services.map(({ name }) => name), [services]);
  const colors = useServiceColors(names);
  const columns = useMemo(() => [...nameColumns(colors, strips), ...healthColumns(source)], [colors, strips, source]);
  return (
    <Table
      label="Services"
      columns={columns}
      rows={services}
      rowKey={({ name }) => name}
      initialOrder={{ key: 'requests', isDescending: true }}
    />
  );
}

function nameColumns(colors: Map<string, string>, strips: ChartContent | undefined): Column<Health>[] {
  return [
    {
      key: 'name',
      name: 'Service',
      sortBy: ({ name }) => name,
      cell: ({ name }) => (
        <span className={classes.service}>
          <span className={classes.swatch} style={{ background: colors.get(name) }} data-swatch />
          <PageLink to={`/services/${encodeURIComponent(name)}`} size="sm">
            <TelemetryText text={name} isOneLine isName />
          </PageLink>
        </span>
      ),
    },
    {
      key: 'traffic',
      name: 'Traffic',
      width: 240,
      isMinor: true,
      cell: ({ name }) => <Strip name={name} content={strips} color={colors.get(name) ?? ''} />,
    },
  ];
}

function Strip({ name, content, color }: { name: string; content: ChartContent | undefined; color: string }) {
  const own = useMemo(() => {
    const series = content?.series.find((one) => one.of?.group[0] === name);
    return series && content && { times: content.times, series: [{ ...series, color }] };
  }, [content, name, color]);
  if (own === undefined) return null;
  return (
    <TimeChart
      label={`Requests to ${valueWords(name)} over time`}
      content={own}
      kind="bars"
      height={stripPixels}
      isBare
    />
  );
}

/** Says whose requests a row counts. */
type RequestsOf = (row: Health) => RequestsTo;

const ofService: RequestsOf = ({ name }) => ({ service: name });

/** The columns that services and operations share; each number leads to its traces. */
export function healthColumns(source: Source, of: RequestsOf = ofService): Column<Health>[] {
  const latency = (key: 'p50' | 'p95' | 'p99'): Column<Health> => ({
    key,
    name: key,
    isNumber: true,
    width: 96,
    isMinor: key !== 'p95',
    cell: (one) =>
      one[key] === null ? (
        '–'
      ) : (
        <NumberLink
          name={`${key} of ${valueWords(one.name)}`}
          text={duration(nanoseconds(one[key], source))}
          address={slowAddress(of(one), one[key], source)}
        />
      ),
    sortBy: (one) => one[key],
  });
  return [
    {
      key: 'requests',
      name: 'Requests',
      isNumber: true,
      width: 100,
      isMinor: true,
      cell: (one) => (
        <NumberLink
          name={`Requests of ${valueWords(one.name)}`}
          text={plain(one.requests)}
          address={requestsAddress(of(one))}
        />
      ),
      sortBy: ({ requests }) => requests,
    },
    {
      key: 'rate',
      name: 'Per second',
      isNumber: true,
      width: 100,
      isMinor: true,
      cell: (one) => (
        <NumberLink
          name={`Requests per second of ${valueWords(one.name)}`}
          text={short(Number(one.perSecond.toPrecision(3)))}
          address={requestsAddress(of(one))}
        />
      ),
      sortBy: ({ perSecond }) => perSecond,
    },
    {
      key: 'errors',
      name: 'Errors',
      isNumber: true,
      width: 96,
      sortBy: ({ errorShare }) => errorShare,
      cell: (one) => (
        <span className={classes.share} data-bad={one.errorShare >= errorShareBad || undefined}>
          <NumberLink
            name={`Errors of ${valueWords(one.name)}`}
            text={percent(one.errorShare)}
            address={errorsAddress(of(one))}
          />
        </span>
      ),
    },
    latency('p50'),
    latency('p95'),
    latency('p99'),
  ];
}
