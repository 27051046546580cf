import { useComputedColorScheme } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import type { Source } from '../../../api/stack.gen';
import { searchRows, sourcesQuery, type Row } from '../../../api/telemetry';
import { severityColor, severityOf } from '../../../colors';
import { Stamp } from '../../../components/Stamp';
import { short } from '../../../number';
import { patternsOf } from '../patterns';
import { narrowed, type Scope } from '../scope';
import type { ConfigOf } from '../types';
import { TileView } from './TileView';
import classes from './tiles.module.css';

type EventConfig = ConfigOf<'search' | 'event_patterns'>;

interface EventTileProps<Config extends EventConfig> {
  name: string;
  config: Config;
  scope: Scope;
}

const rowsShown = 200;
const rowsSampled = 2000;

function useRows(config: EventConfig, scope: Scope, select: string, limit: number) {
  const { sourceId } = config;
  const condition = narrowed(
    { where: config.where ?? '', whereLanguage: config.whereLanguage ?? 'lucene' },
    scope,
    sourceId,
  );
  const request = {
    sourceId,
    ...condition,
    ...(select !== '' && { select }),
    startTime: new Date(scope.span.start).toISOString(),
    endTime: new Date(scope.span.end).toISOString(),
    limit,
  };
  return useQuery({
    queryKey: ['search-tile', request],
    queryFn: ({ signal }) => searchRows(request, signal),
    placeholderData: keepPreviousData,
  });
}

/** The newest events, one a line. */
export function SearchTile({ name, config, scope }: EventTileProps<ConfigOf<'search'>>) {
  const answer = useRows(config, scope, config.select, rowsShown);
  return (
    <TileView query={answer} isEmpty={({ data }) => data.length === 0}>
      {({ data }) => (
        // A region that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={classes.events} tabIndex={0} role="region" aria-label={name}>
          {data.map((row, at) => (
            <EventLine key={at} row={row} />
          ))}
        </div>
      )}
    </TileView>
  );
}

function EventLine({ row }: { row: Row }) {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const cells = Object.entries(row);
  const severity = cells.map(([, value]) => String(value)).find((text) => severityOf(text) !== null);
  return (
    <div
      className={classes.event}
      style={severity === undefined ? undefined : { ['--mark' as string]: severityColor(severity, scheme) }}
    >
      {cells.map(([column, value]) => {
        const at = instantOf(value);
        return at === null ? <span key={column}>{textOf(value)}</span> : <Stamp key={column} ms={at} />;
      })}
    </div>
  );
}

/** The instant that a cell holds as `2026-11-15 12:00:00.000000000`; null when it holds something else. */
function instantOf(value: unknown): number | null {
  if (typeof value !== 'string') return null;
  const match = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?)\d*Z?$/.exec(value);
  return match === null ? null : Date.parse(`${match[1]}T${match[2]}Z`);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The shapes of messages, the most frequent first. */
export function PatternsTile({ name, config, scope }: EventTileProps<ConfigOf<'event_patterns'>>) {
  const sources = useQuery(sourcesQuery);
  const select =
    config.select !== undefined && config.select !== ''
      ? config.select
      : messageOf(sources.data?.find((one) => one.id === config.sourceId));
  const answer = useRows(config, scope, select, rowsSampled);
  return (
    <TileView query={answer} isEmpty={({ data }) => data.length === 0}>
      {({ data }) => (
        // A region that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={classes.scroll} tabIndex={0} role="region" aria-label={name}>
          <table className={classes.patterns} aria-label={name}>
            <tbody>
              {patternsOf(data.map((row) => textOf(Object.values(row).at(-1) ?? ''))).map((pattern) => (
                <tr key={pattern.text}>
                  <td>{short(pattern.count)}</td>
                  <td title={pattern.sample}>{pattern.text}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </TileView>
  );
}

/** The column that messages are in. */
function messageOf(source: Source | undefined): string {
  return source?.bodyExpression ?? source?.spanNameExpression ?? 'Body';
}
