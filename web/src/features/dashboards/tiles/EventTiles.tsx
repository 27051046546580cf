import { useComputedColorScheme } from '@mantine/core';

import { severityColor, severityOf } from '../../../colors';
import { Stamp } from '../../../components/Stamp';
import { counted, short } from '../../../number';
import { textOf } from '../cells';
import type { Scope } from '../scope';
import type { ConfigOf } from '../types';
import { TileView } from './TileView';
import classes from './tiles.module.css';
import { useTile } from './useTile';

interface EventTileProps<Config extends ConfigOf<'search' | 'event_patterns'>> {
  name: string;
  config: Config;
  scope: Scope;
}

/** The newest events, one a line. */
export function SearchTile({ name, config, scope }: EventTileProps<ConfigOf<'search'>>) {
  const tile = useTile(config, scope);
  return (
    <TileView query={tile} isEmpty={({ rows }) => rows.length === 0}>
      {({ rows }) => (
        // A region that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={classes.events} tabIndex={0} role="region" aria-label={name}>
          {rows.map((row, at) => (
            <EventLine key={at} cells={row} />
          ))}
        </div>
      )}
    </TileView>
  );
}

function EventLine({ cells }: { cells: unknown[] }) {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const severity = cells.map(textOf).find((text) => severityOf(text) !== null);
  return (
    <div
      className={classes.event}
      style={severity === undefined ? undefined : { ['--mark' as string]: severityColor(severity, scheme) }}
    >
      {cells.map((value, column) => {
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

/** The shapes of messages, the most frequent first. */
export function PatternsTile({ name, config, scope }: EventTileProps<ConfigOf<'event_patterns'>>) {
  const tile = useTile(config, scope);
  return (
    <TileView query={tile} isEmpty={({ rows }) => rows.length === 0}>
      {({ rows }) => (
        // A region that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={classes.scroll} tabIndex={0} role="region" aria-label={name}>
          <table className={classes.patterns} aria-label={name}>
            <tbody>
              {rows.map(([pattern, count, sample]) => (
                <tr key={textOf(pattern)}>
                  <td>{short(Number(count))}</td>
                  <td title={textOf(sample)}>{textOf(pattern)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className={classes.sampled}>Counted in the newest {counted(eventsOf(rows), 'event')}</p>
        </div>
      )}
    </TileView>
  );
}

/** How many events the patterns were made of: the server looks at the newest ones alone. */
function eventsOf(rows: unknown[][]): number {
  return rows.reduce((sum, [, count]) => sum + Number(count), 0);
}
