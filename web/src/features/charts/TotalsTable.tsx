import { useMemo } from 'react';

import type { ChartAnswer } from '../../api/telemetry';
import { numberAt } from '../../charting/content';
import { Table, type Column } from '../../components/Table';
import type { Formatter } from '../../number';

interface TotalsTableProps {
  answer: ChartAnswer;
  names: string[];
  groupBy: string[];
  format: Formatter;
}

interface Total {
  key: string;
  group: string[];
  numbers: (number | null)[];
}

/** One row for each group, one column for each series, over the whole range. */
export function TotalsTable({ answer, names, groupBy, format }: TotalsTableProps) {
  const rows = useMemo(() => totalsOf(answer, names.length), [answer, names.length]);
  const columns = useMemo(
    (): Column<Total>[] => [
      ...groupBy.map((expression, at): Column<Total> => ({
        key: `group ${at}`,
        name: expression,
        cell: ({ group }) => group[at] ?? '',
        sortBy: ({ group }) => group[at] ?? '',
      })),
      ...names.map((name, at): Column<Total> => ({
        key: `series ${at}`,
        name,
        isNumber: true,
        sortBy: ({ numbers }) => numbers[at] ?? null,
        cell: ({ numbers }) => (numbers[at] === null || numbers[at] === undefined ? '–' : format(numbers[at])),
      })),
    ],
    [groupBy, names, format],
  );
  return (
    <Table
      label="Totals"
      columns={columns}
      rows={rows}
      rowKey={({ key }) => key}
      initialOrder={{ key: 'series 0', isDescending: true }}
    />
  );
}

/** The range is one bucket; where it falls into two, the later one is shown. */
function totalsOf(answer: ChartAnswer, count: number): Total[] {
  const found = new Map<string, Total>();
  for (const point of answer.data) {
    const key = JSON.stringify(point.group);
    const before = found.get(key);
    const numbers = Array.from({ length: count }, (_, at) => numberAt(point, at) ?? before?.numbers[at] ?? null);
    found.set(key, { key, group: point.group, numbers });
  }
  return [...found.values()];
}
