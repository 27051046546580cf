import { Anchor, useComputedColorScheme } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';

import type { Row } from '../../api/telemetry';
import { severityColor, type Scheme } from '../../colors';
import { Stamp } from '../../components/Stamp';
import { Table, type Column } from '../../components/Table';
import { preciseMs } from '../../components/trace/model';
import { useServiceColors } from '../../components/trace/useServiceColors';
import { duration } from '../../time/format';
import classes from './traces.module.css';

interface TraceTableProps {
  rows: Row[];
  durationPrecision: number;
}

/** Traces by their first span. */
export function TraceTable({ rows, durationPrecision }: TraceTableProps) {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const navigate = useNavigate();
  const services = useMemo(() => [...new Set(rows.map((row) => String(row.ServiceName)))], [rows]);
  const colors = useServiceColors(services);
  const columns = useMemo(
    () => columnsOf(rows, durationPrecision, { scheme, colors }),
    [rows, durationPrecision, scheme, colors],
  );
  const open = (row: Row) => void navigate({ to: '/traces/$traceId', params: { traceId: String(row.TraceId) } });
  return (
    <Table
      label="Traces"
      columns={columns}
      rows={rows}
      rowKey={(row) => `${String(row.TraceId)} ${String(row.Timestamp)}`}
      onRowClick={open}
    />
  );
}

function columnsOf(
  rows: Row[],
  precision: number,
  { scheme, colors }: { scheme: Scheme; colors: Map<string, string> },
): Column<Row>[] {
  const ns = (row: Row) => Number(row.Duration) * 10 ** (9 - precision);
  const longest = rows.reduce((most, row) => Math.max(most, ns(row)), 1);
  return [
    {
      key: 'time',
      name: 'Time',
      width: 180,
      cell: (row) => <Stamp ms={preciseMs(row.Timestamp)} form="day" />,
      sortBy: (row) => preciseMs(row.Timestamp),
    },
    {
      key: 'service',
      name: 'Service',
      width: 160,
      sortBy: (row) => String(row.ServiceName),
      cell: (row) => <Service name={String(row.ServiceName)} color={colors.get(String(row.ServiceName))} />,
    },
    { key: 'name', name: 'Operation', sortBy: (row) => String(row.SpanName), cell: (row) => <TraceLink row={row} /> },
    {
      key: 'status',
      name: 'Status',
      width: 80,
      sortBy: (row) => String(row.StatusCode),
      cell: (row) => (
        <span style={{ color: severityColor(String(row.StatusCode), scheme) }}>{String(row.StatusCode)}</span>
      ),
    },
    {
      key: 'duration',
      name: 'Duration',
      width: 240,
      sortBy: ns,
      cell: (row) => (
        <span className={classes.duration}>
          <span className={classes.bar} style={{ width: `${(ns(row) / longest) * 100}%` }} />
          <span className={classes.length}>{duration(ns(row))}</span>
        </span>
      ),
    },
  ];
}

function TraceLink({ row }: { row: Row }) {
  return (
    <Anchor
      component={Link}
      to={`/traces/${String(row.TraceId)}`}
      className={classes.name}
      onClick={(event) => event.stopPropagation()}
    >
      {String(row.SpanName)}
    </Anchor>
  );
}

function Service({ name, color }: { name: string; color: string | undefined }) {
  return (
    <span className={classes.service}>
      <span className={classes.swatch} style={{ background: color }} />
      {name}
    </span>
  );
}
