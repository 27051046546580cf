import { useComputedColorScheme } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { lineOf } from '../../../components/signs';
import { TelemetryText } from '../../../components/TelemetryText';
import type { DrawnTile } from '../../../api/telemetry';
import { severityColor, severityOf } from '../../../colors';
import { Stamp } from '../../../components/Stamp';
import { absoluteRange } from '../../../time/range';
import { rowsOf, searchFor, type Address } from '../../drill/address';
import { DrillButton } from '../../drill/DrillButton';
import type { Spot } from '../../drill/spot';
import { useDrill } from '../../drill/useDrill';
import { patternGroup, patternsOf, type Pattern } from '../patterns';
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
  const isLeading = useDrill() !== null;
  const placeOf = (at: number) =>
    isLeading ? searchFor(rowsOf(config, undefined, [], scope), absoluteRange(at, at + 1)) : null;
  return (
    <TileView query={tile} isEmpty={({ rows }) => rows.length === 0}>
      {({ rows }) => (
        // A region that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={classes.events} tabIndex={0} role="group" aria-label={name}>
          {rows.map((row, at) => (
            <EventLine key={at} cells={row} placeOf={placeOf} />
          ))}
        </div>
      )}
    </TileView>
  );
}

function EventLine({ cells, placeOf }: { cells: unknown[]; placeOf: (at: number) => Address | null }) {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const severity = cells.map(textOf).find((text) => severityOf(text) !== null);
  return (
    <div
      className={classes.event}
      style={severity === undefined ? undefined : { ['--mark' as string]: severityColor(severity, scheme) }}
    >
      {cells.map((value, column) => {
        const at = instantOf(value);
        return at === null ? (
          <span key={column}>{textOf(value)}</span>
        ) : (
          <Instant key={column} at={at} place={placeOf(at)} />
        );
      })}
    </div>
  );
}

/** A time that leads to what was there then. */
function Instant({ at, place }: { at: number; place: Address | null }) {
  if (place === null) return <Stamp ms={at} />;
  return (
    <Link to={place.to} search={place.search as never} className={classes.instant}>
      <Stamp ms={at} />
    </Link>
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
  const range = absoluteRange(scope.span.start, scope.span.end);
  const spotOf = (content: DrawnTile, { text, count }: Pattern) => {
    const group = patternGroup(content, text);
    return group === null ? null : { name: text, text: count, config, group, range };
  };
  return (
    <TileView query={tile} isEmpty={({ rows }) => rows.length === 0}>
      {(content) => <Patterns name={name} content={content} spotOf={spotOf} />}
    </TileView>
  );
}

interface PatternsProps {
  name: string;
  content: DrawnTile;
  spotOf: (content: DrawnTile, pattern: Pattern) => Spot | null;
}

function Patterns({ name, content, spotOf }: PatternsProps) {
  const [patterns, words] = patternsOf(content);
  return (
    // A region that scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.scroll} tabIndex={0} role="group" aria-label={name}>
      <table className={classes.patterns} aria-label={name}>
        <tbody>
          {patterns.map((pattern) => (
            <PatternRow key={pattern.text} pattern={pattern} spot={spotOf(content, pattern)} />
          ))}
        </tbody>
      </table>
      <p className={classes.sampled}>{words}</p>
    </div>
  );
}

function PatternRow({ pattern: { text, count, sample }, spot }: { pattern: Pattern; spot: Spot | null }) {
  return (
    <tr>
      <td>{spot === null ? count : <DrillButton spot={spot}>{count}</DrillButton>}</td>
      <td title={lineOf(sample)}>
        <TelemetryText text={text} isOneLine />
      </td>
    </tr>
  );
}
