import { useMemo } from 'react';

import { Table, type Column } from '../../../components/Table';
import { formatterOf } from '../../../number';
import { splitList } from '../expressions';
import type { Scope } from '../scope';
import { cellsOf, namesOf, requestsOf, type Cell } from '../tileQuery';
import type { ConfigOf } from '../types';
import { TileView } from './TileView';
import classes from './tiles.module.css';
import { useChart } from './useTile';

interface TableTileProps {
  name: string;
  config: ConfigOf<'table'>;
  scope: Scope;
}

/** One row for each group, one column for each series. */
export function TableTile({ name, config, scope }: TableTileProps) {
  const answers = useChart(useMemo(() => requestsOf(config, scope, scope.span, 'total'), [config, scope]));
  const columns = useMemo(() => columnsOf(config), [config]);
  return (
    <TileView query={answers} isEmpty={(found) => found.every(({ data }) => data.length === 0)}>
      {(found) => (
        // A region that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={classes.scroll} tabIndex={0} role="region" aria-label={name}>
          <Table
            label={name}
            columns={columns}
            rows={cellsOf(config, found)}
            rowKey={({ group }) => JSON.stringify(group)}
            initialOrder={{ key: 'value-0', isDescending: true }}
          />
        </div>
      )}
    </TileView>
  );
}

function columnsOf(config: ConfigOf<'table'>): Column<Cell>[] {
  const groups = splitList(config.groupBy ?? '').map((expression, at): Column<Cell> => ({
    key: `group-${at}`,
    name: expression,
    cell: ({ group }) => group[at] || '(empty)',
    sortBy: ({ group }) => group[at] ?? '',
  }));
  const items = config.select;
  const values = namesOf(config).map((name, at): Column<Cell> => {
    const format = formatterOf(items[at]?.numberFormat ?? config.numberFormat);
    return {
      key: `value-${at}`,
      name,
      isNumber: true,
      cell: ({ values: row }) => (row[at] === null || row[at] === undefined ? '–' : format(row[at])),
      sortBy: ({ values: row }) => row[at] ?? null,
    };
  });
  return config.groupByColumnsOnLeft === false ? [...values, ...groups] : [...groups, ...values];
}
