import type { ReactNode } from 'react';

import { emptyWord } from '../../../components/signs';
import { TelemetryText } from '../../../components/TelemetryText';
import type { TileContent } from '../../../api/stack.gen';
import { Table, type Column } from '../../../components/Table';
import type { Cell } from '../../../charting/content';
import { absoluteRange } from '../../../time/range';
import { DrillButton } from '../../drill/DrillButton';
import { groupOf } from '../../drill/spot';
import { cellsOf, columnsOf, textOf } from '../cells';
import type { Scope } from '../scope';
import type { ConfigOf, PromConfigOf, SqlConfigOf } from '../types';
import { CellTable } from './CellTable';
import { RowLink } from './RowLink';
import { TileView } from './TileView';
import classes from './tiles.module.css';
import { useFormats } from './useFormats';
import { useTile } from './useTile';

interface TableTileProps {
  name: string;
  config: ConfigOf<'table'> | SqlConfigOf<'table'> | PromConfigOf<'table'>;
  scope: Scope;
}

/** One row for each group, one column for each series; or the rows of SQL. */
export function TableTile({ name, config, scope }: TableTileProps) {
  const tile = useTile(config, scope);
  return (
    <TileView query={tile} isEmpty={({ rows }) => rows.length === 0}>
      {(content) =>
        columnsOf(content, 'cell').length > 0 ? (
          <CellTable name={name} content={content} link={config.onClick && { onClick: config.onClick, scope }} />
        ) : (
          // A region that scrolls must be reachable by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <div className={classes.scroll} tabIndex={0} role="group" aria-label={name}>
            <GroupTable name={name} config={config} content={content} scope={scope} />
          </div>
        )
      }
    </TileView>
  );
}

interface GroupTableProps {
  name: string;
  config: TableTileProps['config'];
  content: TileContent;
  scope: Scope;
}

/** One row for each group, one column for each value. */
function GroupTable({ name, config, content, scope }: GroupTableProps) {
  const formats = useFormats(config);
  const areGroupsLast = 'groupByColumnsOnLeft' in config && config.groupByColumnsOnLeft === false;
  return (
    <Table
      label={name}
      columns={tableColumns({ config, content, scope, formats }, areGroupsLast)}
      rows={cellsOf(content)}
      rowKey={({ group }) => JSON.stringify(group)}
    />
  );
}

interface Drawn extends Omit<GroupTableProps, 'name'> {
  formats: ReturnType<typeof useFormats>;
}

function tableColumns({ config, content, scope, formats }: Drawn, areGroupsLast: boolean): Column<Cell>[] {
  const range = absoluteRange(scope.span.start, scope.span.end);
  const groups = columnsOf(content, 'group').map(({ name }, at): Column<Cell> => ({
    key: `group-${at}`,
    name,
    cell: (row) => linked(row.group[at] ?? '', { config, content, scope }, row),
    sortBy: ({ group }) => group[at] ?? '',
  }));
  const values = columnsOf(content, 'value').map((column, at): Column<Cell> => {
    const format = formats(column);
    return {
      key: `value-${at}`,
      name: column.name,
      isNumber: true,
      cell: ({ values: row, group }) => {
        const text = row[at] === null || row[at] === undefined ? '–' : format(row[at]);
        const about = [...group.map((value) => value || emptyWord), column.name].join(', ');
        return (
          <DrillButton spot={{ name: about, text, config, column, group: groupOf(content, group), range }}>
            {text}
          </DrillButton>
        );
      },
      sortBy: ({ values: row }) => row[at] ?? null,
    };
  });
  return areGroupsLast ? [...values, ...groups] : [...groups, ...values];
}

/** A group as the tile's own link, if it has one. */
function linked(text: string, { config, content, scope }: Omit<Drawn, 'formats'>, { group, values }: Cell): ReactNode {
  const shown = <TelemetryText text={text} isOneLine isName />;
  if (config.onClick === undefined) return shown;
  const cells = [...columnsOf(content, 'group'), ...columnsOf(content, 'value')];
  const row = Object.fromEntries([...group, ...values].map((cell, at) => [cells[at]?.name ?? '', textOf(cell)]));
  return (
    <RowLink onClick={config.onClick} row={row} scope={scope}>
      {shown}
    </RowLink>
  );
}
