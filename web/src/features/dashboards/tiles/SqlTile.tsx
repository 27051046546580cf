import { useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import type { SqlMeta, SqlRequestBody } from '../../../api/stack.gen';
import { querySql, type Answer, type Row } from '../../../api/telemetry';
import { contentOf } from '../../../charting/content';
import { TimeChart } from '../../../components/chart/TimeChart';
import { Table } from '../../../components/Table';
import { formatterOf } from '../../../number';
import { colorFor } from '../color';
import { sqlFilters, type Scope } from '../scope';
import { cellsOfRows, rolesOf, textOf } from '../sqlRows';
import { answerOf } from '../tileQuery';
import type { SqlConfig } from '../types';
import { TileView } from './TileView';
import classes from './tiles.module.css';

interface SqlTileProps {
  name: string;
  config: SqlConfig;
  scope: Scope;
}

type SqlAnswer = Answer<Row[], SqlMeta>;

/** The rows of a statement that somebody wrote, drawn as the tile says. */
export function SqlTile({ name, config, scope }: SqlTileProps) {
  const request: SqlRequestBody = {
    connectionId: config.connectionId,
    sqlTemplate: config.sqlTemplate,
    ...(config.sourceId !== undefined && { sourceId: config.sourceId }),
    startTime: Math.floor(scope.span.start),
    endTime: Math.ceil(scope.span.end),
    filters: sqlFilters(scope, config.sourceId ?? ''),
    variables: variablesOf(scope),
  };
  const answer = useQuery({
    queryKey: ['sql-tile', request],
    queryFn: ({ signal }) => querySql(request, signal),
    placeholderData: keepPreviousData,
  });
  return (
    <TileView query={answer} isEmpty={({ data }) => data.length === 0}>
      {(found) => <Drawing name={name} config={config} scope={scope} answer={found} />}
    </TileView>
  );
}

function variablesOf(scope: Scope) {
  return scope.filters
    .filter((filter) => filter.isVariableEnabled === true)
    .map((filter) => ({
      name: filter.variableName ?? filter.name.replaceAll(/\W/g, '_'),
      values: scope.choices[filter.id ?? ''] ?? [],
      expression: filter.expression,
    }));
}

function Drawing({ name, config, scope, answer }: SqlTileProps & { answer: SqlAnswer }) {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const { ref, height } = useElementSize<HTMLDivElement>();
  const roles = rolesOf(answer.meta.columns);
  const format = formatterOf(config.numberFormat);
  const cells = cellsOfRows(answer.data, roles);
  const [first] = cells;
  if (config.displayType === 'number') {
    const value = first?.values[0] ?? null;
    return (
      <div className={classes.number}>
        <span
          className={classes.figure}
          style={{ fontSize: 40, color: value === null ? undefined : colorFor(config, value, scheme) }}
        >
          {value === null ? '–' : format(value)}
        </span>
      </div>
    );
  }
  if (roles.time === null || config.displayType === 'table') return <RowTable name={name} answer={answer} />;
  const drawn = answerOf(cells, [
    {
      data: [],
      meta: {
        rowsRead: 0,
        bytesRead: 0,
        elapsedMs: 0,
        truncated: false,
        nonFinite: 0,
        scans: [],
        stepSeconds: answer.meta.stepSeconds,
      },
    },
  ]);
  return (
    <div ref={ref} className={classes.fill}>
      {height > 0 && (
        <TimeChart
          label={name}
          content={contentOf(drawn, { names: roles.numbers, span: scope.span, gap: null, scheme })}
          kind={config.displayType === 'line' ? 'line' : 'bars'}
          height={height}
          format={format}
        />
      )}
    </div>
  );
}

function RowTable({ name, answer }: { name: string; answer: SqlAnswer }) {
  const columns = answer.meta.columns.map(({ name: column, type }) => ({
    key: column,
    name: column,
    isNumber: type === 'number',
    cell: (row: Row) => textOf(row[column]),
  }));
  return (
    // A region that scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={name}>
      <Table label={name} columns={columns} rows={answer.data} rowKey={(row) => JSON.stringify(row)} />
    </div>
  );
}
