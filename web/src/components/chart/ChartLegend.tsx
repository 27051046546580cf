import { Box, UnstyledButton } from '@mantine/core';
import { useMemo } from 'react';

import type { Formatter } from '../../number';
import { Table, type Column } from '../Table';
import { summarize, type Summary } from './stack';
import classes from './TimeChart.module.css';
import type { ChartSeries } from './types';

interface ChartLegendProps {
  series: ChartSeries[];
  format: Formatter;
  hidden: ReadonlySet<string>;
  /** Switches one series on or off. */
  onToggle: (name: string) => void;
  /** In pixels; a longer legend scrolls. */
  heightMax?: number;
}

type Entry = ChartSeries & Summary;

/** The legend: a table that sorts by minimum, average, maximum or the last number. */
export function ChartLegend({ series, format, hidden, onToggle, heightMax = 180 }: ChartLegendProps) {
  const entries = useMemo(() => series.map((one): Entry => ({ ...one, ...summarize(one.values) })), [series]);
  const columns = useMemo(() => columnsOf(format, hidden, onToggle), [format, hidden, onToggle]);
  return (
    <Box className={classes.legend} mah={heightMax}>
      <Table label="Legend" columns={columns} rows={entries} rowKey={(entry) => entry.name} />
    </Box>
  );
}

function columnsOf(format: Formatter, hidden: ReadonlySet<string>, onToggle: (name: string) => void): Column<Entry>[] {
  const number = (key: 'min' | 'avg' | 'max' | 'last', name: string): Column<Entry> => ({
    key,
    name,
    isNumber: true,
    width: 90,
    cell: (entry) => (entry[key] === null ? '–' : format(entry[key])),
    sortBy: (entry) => entry[key],
  });
  return [
    {
      key: 'name',
      name: 'Series',
      sortBy: (entry) => entry.name,
      cell: (entry) => (
        <UnstyledButton
          className={classes.toggle}
          data-off={hidden.has(entry.name) || undefined}
          aria-pressed={!hidden.has(entry.name)}
          onClick={() => onToggle(entry.name)}
        >
          <span className={classes.swatch} style={{ background: entry.color }} />
          <span className={classes.name}>{entry.name}</span>
        </UnstyledButton>
      ),
    },
    number('min', 'Min'),
    number('avg', 'Avg'),
    number('max', 'Max'),
    number('last', 'Last'),
  ];
}
