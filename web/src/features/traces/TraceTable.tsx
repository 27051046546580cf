import { useComputedColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';

import type { Source } from '../../api/stack.gen';
import type { Row } from '../../api/telemetry';
import { severityColor } from '../../colors';
import { PageLink } from '../../components/PageLink';
import { Stamp } from '../../components/Stamp';
import { Table, type Column } from '../../components/Table';
import { preciseMs } from '../../components/trace/model';
import { useServiceColors } from '../../components/trace/useServiceColors';
import { duration } from '../../time/format';
import { nanoseconds } from '../services/source';
import type { FoundTrace } from './queries';
import classes from './traces.module.css';

interface TraceTableProps {
  traces: FoundTrace[];
  source: Source;
}

/** Traces by their first span, and the span that they were found by where that is another one. */
export function TraceTable({ traces, source }: TraceTableProps) {
  const navigate = useNavigate();
  const colors = useServiceColors(useMemo(() => servicesOf(traces), [traces]));
  const columns = useMemo(() => columnsOf(traces, source, colors), [traces, source, colors]);
  return (
    <Table
      label="Traces"
      columns={columns}
      rows={traces}
      rowKey={({ id }) => id}
      onRowClick={({ id }) => void navigate({ to: '/traces/$traceId', params: { traceId: id } })}
    />
  );
}

function servicesOf(traces: FoundTrace[]): string[] {
  return [...new Set(traces.flatMap(({ first, match }) => [String(first.ServiceName), String(match.ServiceName)]))];
}

function isFoundWithin({ first, match }: FoundTrace): boolean {
  return first.SpanId !== match.SpanId;
}

function columnsOf(traces: FoundTrace[], source: Source, colors: Map<string, string>): Column<FoundTrace>[] {
  const ns = ({ first }: FoundTrace) => nanoseconds(Number(first.Duration), source);
  const longest = traces.reduce((most, trace) => Math.max(most, ns(trace)), 1);
  return [
    {
      key: 'time',
      name: 'Time',
      width: 180,
      cell: ({ first }) => <Stamp ms={preciseMs(first.Timestamp)} form="day" />,
      sortBy: ({ first }) => preciseMs(first.Timestamp),
    },
    {
      key: 'service',
      name: 'Service',
      width: 160,
      isMinor: true,
      sortBy: ({ first }) => String(first.ServiceName),
      cell: ({ first }) => <Service name={String(first.ServiceName)} colors={colors} />,
    },
    {
      key: 'name',
      name: 'Operation',
      sortBy: ({ first }) => String(first.SpanName),
      cell: (trace) => (
        <>
          <TraceLink trace={trace} />
          <span className={classes.narrow}>
            <Service name={String(trace.first.ServiceName)} colors={colors} />
            {statusOf(trace) === 'Error' && <Status text="Error" />}
          </span>
        </>
      ),
    },
    ...(traces.some(isFoundWithin) ? [matchColumn(source, colors)] : []),
    {
      key: 'status',
      name: 'Status',
      width: 80,
      isMinor: true,
      sortBy: statusOf,
      cell: (trace) => <Status text={statusOf(trace)} />,
    },
    {
      key: 'duration',
      name: 'Duration',
      width: 240,
      sortBy: ns,
      cell: (trace) => (
        <span className={classes.duration}>
          <span className={classes.bar} style={{ width: `${(ns(trace) / longest) * 100}%` }} />
          <span className={classes.length}>{duration(ns(trace))}</span>
        </span>
      ),
    },
  ];
}

/** The span that a trace was found by, with how long it took. */
function matchColumn(source: Source, colors: Map<string, string>): Column<FoundTrace> {
  return {
    key: 'match',
    name: 'Matching span',
    sortBy: ({ match }) => String(match.SpanName),
    cell: ({ match }) => (
      <span className={classes.match}>
        <Service name={String(match.ServiceName)} colors={colors} />
        <span className={classes.name}>{String(match.SpanName)}</span>
        <span className={classes.matchLength}>{duration(nanoseconds(Number(match.Duration), source))}</span>
      </span>
    ),
  };
}

/** An error within is the status of the whole. */
function statusOf({ first, match }: FoundTrace): string {
  return String([match, first].find(isError)?.StatusCode ?? first.StatusCode);
}

function isError({ StatusCode }: Row): boolean {
  return StatusCode === 'Error';
}

function Status({ text }: { text: string }) {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  return <span style={{ color: severityColor(text, scheme) }}>{text}</span>;
}

function TraceLink({ trace: { id, first } }: { trace: FoundTrace }) {
  return (
    <PageLink to={`/traces/${id}`} className={classes.name} onClick={(event) => event.stopPropagation()}>
      {String(first.SpanName)}
    </PageLink>
  );
}

function Service({ name, colors }: { name: string; colors: Map<string, string> }) {
  return (
    <span className={classes.service}>
      <span className={classes.swatch} style={{ background: colors.get(name) }} data-swatch />
      {name}
    </span>
  );
}
