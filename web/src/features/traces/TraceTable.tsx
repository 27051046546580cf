import { useComputedColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';

import type { Source } from '../../api/stack.gen';
import type { Row } from '../../api/telemetry';
import { severityColor } from '../../colors';
import { PageLink } from '../../components/PageLink';
import { Stamp } from '../../components/Stamp';
import { Table, type Column } from '../../components/Table';
import { TelemetryText } from '../../components/TelemetryText';
import { preciseMs } from '../../components/trace/model';
import { useServiceColors } from '../../components/trace/useServiceColors';
import { plain } from '../../number';
import { duration } from '../../time/format';
import { cellText, headOf } from '../search/columns';
import { nanoseconds } from '../services/source';
import { lengthOf, type FoundTrace } from './queries';
import type { TraceTotals } from './totals';
import { isTraceColumn, type TraceColumn } from './traceColumns';
import classes from './traces.module.css';

interface TraceTableProps {
  traces: FoundTrace[];
  source: Source;
  /** Which columns are shown, in order. */
  columns: string[];
  /** What is asked for, or their order, is about how long their matching spans took. */
  isByDuration: boolean;
}

/** Traces by their first span, and the span that they were found by where that is another one. */
export function TraceTable({ traces, source, columns, isByDuration }: TraceTableProps) {
  const navigate = useNavigate();
  const colors = useServiceColors(useMemo(() => servicesOf(traces), [traces]));
  const shown = useMemo(() => {
    const known = knownColumns(traces, source, colors);
    // Traces that were found by their first span have no other one to show, unless that took another time.
    const isMatchTelling = traces.some((one) => isFoundWithin(one) || (isByDuration && isLongerThanFound(one)));
    const wanted = isMatchTelling ? columns : columns.filter((column) => column !== 'match');
    return wanted.map((column) => (isTraceColumn(column) ? known[column] : fieldColumn(column)));
  }, [traces, source, colors, columns, isByDuration]);
  return (
    <Table
      label="Traces"
      columns={shown}
      rows={traces}
      rowKey={({ id }) => id}
      onRowClick={(trace) =>
        void navigate({ to: '/traces/$traceId', params: { traceId: trace.id }, search: searchOf(trace) })
      }
    />
  );
}

/** A trace opens at the span that it was found by. */
function searchOf(trace: FoundTrace): { span?: string } {
  return isFoundWithin(trace) ? { span: String(trace.match.SpanId) } : {};
}

function servicesOf(traces: FoundTrace[]): string[] {
  return [...new Set(traces.flatMap(({ first, match }) => [String(first.ServiceName), String(match.ServiceName)]))];
}

function isFoundWithin({ first, match }: FoundTrace): boolean {
  return first.SpanId !== match.SpanId;
}

function isLongerThanFound(trace: FoundTrace): boolean {
  return lengthOf(trace) > Number(trace.match.Duration);
}

/** A field of the matching span; of the first one where that has none. */
function fieldColumn(column: string): Column<FoundTrace> {
  const text = ({ match, first }: FoundTrace) => cellText(match[column]) || cellText(first[column]);
  return {
    key: column,
    name: headOf(column),
    isMinor: true,
    sortBy: text,
    cell: (trace) => (
      <span className={classes.name}>
        <TelemetryText text={text(trace)} isOneLine />
      </span>
    ),
  };
}

function knownColumns(
  traces: FoundTrace[],
  source: Source,
  colors: Map<string, string>,
): Record<TraceColumn, Column<FoundTrace>> {
  return {
    time: {
      key: 'time',
      name: 'Start',
      width: 180,
      isWhole: true,
      cell: (trace) => <Stamp ms={startOf(trace)} form="day" />,
      sortBy: startOf,
    },
    service: {
      key: 'service',
      name: 'Service',
      width: 140,
      isMinor: true,
      sortBy: ({ first }) => String(first.ServiceName),
      cell: ({ first }) => <Service name={String(first.ServiceName)} colors={colors} />,
    },
    name: nameColumn(colors),
    match: matchColumn(source, colors),
    status: {
      key: 'status',
      name: 'Status',
      width: 80,
      isWhole: true,
      isMinor: true,
      sortBy: statusOf,
      cell: (trace) => <Status text={statusOf(trace)} />,
    },
    duration: durationColumn(traces, source),
    spans: countColumn('spans', 'Spans'),
    errors: countColumn('errors', 'Errors'),
  };
}

function startOf({ totals, first }: FoundTrace): number {
  return totals?.start ?? preciseMs(first.Timestamp);
}

function nameColumn(colors: Map<string, string>): Column<FoundTrace> {
  return {
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
  };
}

function durationColumn(traces: FoundTrace[], source: Source): Column<FoundTrace> {
  const ns = (trace: FoundTrace) => nanoseconds(lengthOf(trace), source);
  const longest = traces.reduce((most, trace) => Math.max(most, ns(trace)), 1);
  return {
    key: 'duration',
    name: 'Duration',
    width: 160,
    isWhole: true,
    sortBy: ns,
    cell: (trace) => (
      <span className={classes.duration}>
        <span className={classes.bar} style={{ width: `${(ns(trace) / longest) * 100}%` }} />
        <span className={classes.length}>{duration(ns(trace))}</span>
      </span>
    ),
  };
}

/** How many spans a trace has; a dash where that is not known. */
function countColumn(key: keyof Pick<TraceTotals, 'spans' | 'errors'>, name: string): Column<FoundTrace> {
  return {
    key,
    name,
    width: 70,
    isNumber: true,
    isMinor: true,
    sortBy: ({ totals }) => totals?.[key] ?? null,
    cell: ({ totals }) => {
      const count = totals?.[key];
      if (count === undefined) return '–';
      return <span className={key === 'errors' && count > 0 ? classes.errorCount : ''}>{plain(count)}</span>;
    },
  };
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
        <span className={classes.name}>
          <TelemetryText text={String(match.SpanName)} isOneLine isName />
        </span>
        <span className={classes.matchLength}>{duration(nanoseconds(Number(match.Duration), source))}</span>
      </span>
    ),
  };
}

/** An error within is the status of the whole. */
function statusOf({ first, match, totals }: FoundTrace): string {
  if ((totals?.errors ?? 0) > 0) return 'Error';
  return String([match, first].find(isError)?.StatusCode ?? first.StatusCode);
}

function isError({ StatusCode }: Row): boolean {
  return StatusCode === 'Error';
}

function Status({ text }: { text: string }) {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  return <span style={{ color: severityColor(text, scheme) }}>{text}</span>;
}

function TraceLink({ trace }: { trace: FoundTrace }) {
  const { id, first } = trace;
  return (
    <PageLink
      to={`/traces/${id}`}
      search={searchOf(trace)}
      className={classes.name}
      onClick={(event) => event.stopPropagation()}
    >
      <TelemetryText text={String(first.SpanName)} isOneLine isName />
    </PageLink>
  );
}

function Service({ name, colors }: { name: string; colors: Map<string, string> }) {
  return (
    <span className={classes.service}>
      <span className={classes.swatch} style={{ background: colors.get(name) }} data-swatch />
      <span>
        <TelemetryText text={name} isOneLine isName />
      </span>
    </span>
  );
}
