import { ActionIcon, Box, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useMemo } from 'react';

import { lineOf } from '../signs';
import { TelemetryText } from '../TelemetryText';
import type { Formatter } from '../../number';
import { Icon } from '../Icon';
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
  /** Opens what can be done with a series. */
  onPick?: PickSeries | undefined;
  /** In pixels; a longer legend scrolls. */
  heightMax?: number;
}

type Entry = ChartSeries & Summary;

/** A series was chosen, with the button that did it. */
export type PickSeries = (series: ChartSeries, button: Element) => void;

/** The legend: a table that sorts by minimum, average, maximum or the last number. */
export function ChartLegend({ series, format, hidden, onToggle, onPick, heightMax = 180 }: ChartLegendProps) {
  const entries = useMemo(() => series.map((one): Entry => ({ ...one, ...summarize(one.values) })), [series]);
  const columns = useMemo(
    () => [...columnsOf(format, hidden, onToggle), ...(onPick === undefined ? [] : [actions(onPick)])],
    [format, hidden, onToggle, onPick],
  );
  return (
    <Box className={classes.legend} mah={heightMax}>
      <Table label="Legend" columns={columns} rows={entries} rowKey={(entry) => entry.name} />
    </Box>
  );
}

function actions(onPick: PickSeries): Column<Entry> {
  return {
    key: 'actions',
    name: <VisuallyHidden>Actions</VisuallyHidden>,
    width: 40,
    cell: (entry) =>
      entry.of !== undefined && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          aria-haspopup="menu"
          aria-label={`Actions for ${lineOf(entry.name)}`}
          onClick={({ currentTarget }) => onPick(entry, currentTarget)}
        >
          <Icon name="more" size={14} />
        </ActionIcon>
      ),
  };
}

function columnsOf(format: Formatter, hidden: ReadonlySet<string>, onToggle: (name: string) => void): Column<Entry>[] {
  const number = (key: 'min' | 'avg' | 'max' | 'last', name: string): Column<Entry> => ({
    key,
    name,
    isNumber: true,
    // Where there is no room for all of them, names would have to give way.
    ...((key === 'min' || key === 'last') && { isMinor: 'phone' }),
    width: 90,
    cell: (entry) => (entry[key] === null ? '–' : (entry.format ?? format)(entry[key])),
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
          <span className={classes.name}>
            <TelemetryText text={entry.name} isOneLine />
          </span>
        </UnstyledButton>
      ),
    },
    number('min', 'Min'),
    number('avg', 'Avg'),
    number('max', 'Max'),
    number('last', 'Last'),
  ];
}
