import { useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';

import { lineOf } from '../../../components/signs';
import { TelemetryText } from '../../../components/TelemetryText';
import { colorsOf, severityColor, severityOf } from '../../../colors';
import { percent } from '../../../number';
import { absoluteRange } from '../../../time/range';
import { DrillButton } from '../../drill/DrillButton';
import { groupOf, type Spot } from '../../drill/spot';
import { useDrill } from '../../drill/useDrill';
import { cellsOf, columnsOf } from '../cells';
import { slicesOf, type Slice } from '../slices';
import type { Scope } from '../scope';
import type { ConfigOf, PromConfigOf, SqlConfigOf } from '../types';
import { CellTable } from './CellTable';
import { TileView } from './TileView';
import classes from './tiles.module.css';
import { useFormats } from './useFormats';
import { useTile } from './useTile';

interface CategoryTileProps {
  name: string;
  config: ConfigOf<'pie' | 'bar'> | SqlConfigOf<'pie' | 'bar'> | PromConfigOf<'pie' | 'bar'>;
  scope: Scope;
}

/** Shares of groups, as a pie or as bars. */
export function CategoryTile({ name, config, scope }: CategoryTileProps) {
  const tile = useTile(config, scope);
  const formats = useFormats(config);
  return (
    <TileView query={tile} isEmpty={({ rows }) => rows.length === 0}>
      {(content) => {
        const [value] = columnsOf(content, 'value');
        if (value === undefined) return <CellTable name={name} content={content} />;
        const Shape = config.displayType === 'pie' ? Pie : Bars;
        const format = formats(value);
        const textOf = ({ number }: Slice) => (number === null ? '–' : format(number));
        const slices = slicesOf(cellsOf(content));
        const range = absoluteRange(scope.span.start, scope.span.end);
        const spotOf = (slice: Slice): Spot => ({
          name: slice.name,
          text: textOf(slice),
          config,
          column: value,
          group: groupOf(content, slice.group),
          range,
        });
        return <Shape name={name} slices={slices} textOf={textOf} spotOf={spotOf} />;
      }}
    </TileView>
  );
}

interface SlicesProps {
  name: string;
  slices: Slice[];
  textOf: (slice: Slice) => string;
  spotOf: (slice: Slice) => Spot;
}

function useColors(slices: Slice[]): string[] {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const names = slices.map(({ name }) => name);
  return names.every((name) => severityOf(name) !== null)
    ? names.map((name) => severityColor(name, scheme))
    : colorsOf(names, scheme);
}

function Pie({ name, slices, textOf, spotOf }: SlicesProps) {
  const open = useDrill();
  const shareOf = (slice: Slice): Spot => ({
    ...spotOf(slice),
    text: `${textOf(slice)} (${percent(slice.share)})`,
  });
  const colors = useColors(slices);
  const { ref, width, height } = useElementSize<HTMLDivElement>();
  const size = Math.max(60, Math.min(height, width * 0.5));
  return (
    <div ref={ref} className={classes.pie}>
      <svg width={size} height={size} viewBox="-1.02 -1.02 2.04 2.04" role="img" aria-label={name}>
        {slices.map((slice, at) => (
          <path
            key={slice.name}
            d={slice.path}
            fill={colors[at]}
            fillRule="evenodd"
            className={classes.slice}
            onClick={({ clientX: x, clientY: y }) => open?.(shareOf(slice), { x, y })}
          >
            <title>{`${lineOf(slice.name)}: ${shareOf(slice).text}`}</title>
          </path>
        ))}
      </svg>
      <ul className={classes.shares}>
        {slices.map((slice, at) => (
          <li key={slice.name} title={slice.name}>
            <span className={classes.swatch} style={{ background: colors[at] }} />
            <span className={classes.name}>
              <TelemetryText text={slice.name} isOneLine />
            </span>
            <span className={classes.amount}>
              <DrillButton className={classes.wholeLine ?? ''} spot={shareOf(slice)}>
                {percent(slice.share)}
              </DrillButton>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Bars({ name, slices, textOf, spotOf }: SlicesProps) {
  const colors = useColors(slices);
  const most = Math.max(...slices.map(({ value }) => value), Number.MIN_VALUE);
  return (
    <ul className={classes.bars} aria-label={name}>
      {slices.map((slice, at) => (
        <li key={slice.name} title={`${lineOf(slice.name)}: ${textOf(slice)}`}>
          <span className={classes.name}>
            <TelemetryText text={slice.name} isOneLine />
          </span>
          <span className={classes.track}>
            <span
              className={classes.fillBar}
              style={{ width: `${Math.max(0.5, (slice.value / most) * 100)}%`, background: colors[at] }}
            />
          </span>
          <span className={classes.amount}>
            <DrillButton className={classes.wholeLine ?? ''} spot={spotOf(slice)}>
              {textOf(slice)}
            </DrillButton>
          </span>
        </li>
      ))}
    </ul>
  );
}
