import { Popover, UnstyledButton } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useLayoutEffect, useRef, useState } from 'react';

import { lineOf } from '../../../components/signs';
import { TelemetryText } from '../../../components/TelemetryText';
import type { PickSeries } from '../../../components/chart/ChartLegend';
import type { ChartSeries } from '../../../components/chart/types';
import { Icon } from '../../../components/Icon';
import classes from './tiles.module.css';

interface SmallLegendProps {
  series: ChartSeries[];
  hidden: ReadonlySet<string>;
  onToggle: (name: string) => void;
  /** Opens what can be done with a series. */
  onPick?: PickSeries | undefined;
  /** How many lines there is room for. */
  lines: number;
}

/** A line of entries, and the space below it. */
const linePixels = 26;

/** A legend for tiles; the series that it has no room for are behind a button that counts them. */
export function SmallLegend({ series, lines, ...actions }: SmallLegendProps) {
  const list = useRef<HTMLDivElement>(null);
  const { ref: measured, width } = useElementSize<HTMLDivElement>();
  const ref = useMergedRef(list, measured);
  const [fitting, setFitting] = useState(series.length);
  useLayoutEffect(() => {
    if (width === 0) return;
    const entries = ([...(list.current?.children ?? [])] as HTMLElement[]).slice(0, series.length);
    const top = entries[0]?.offsetTop ?? 0;
    setFitting(entries.filter(({ offsetTop }) => offsetTop - top < lines * linePixels - 2).length);
  }, [width, lines, series]);
  const left = series.length - fitting;
  return (
    <div className={classes.legend}>
      <div ref={ref} className={classes.entries} style={{ maxHeight: lines * linePixels }}>
        {series.map((one, at) => (
          <Entry key={one.name} one={one} isOut={at >= fitting} {...actions} />
        ))}
      </div>
      {left > 0 && (
        <Popover position="top-end" withinPortal trapFocus returnFocus>
          <Popover.Target>
            <UnstyledButton className={classes.others} aria-label={`${left} more series`}>
              +{left}
            </UnstyledButton>
          </Popover.Target>
          <Popover.Dropdown className={classes.rest}>
            {series.slice(fitting).map((one) => (
              <Entry key={one.name} one={one} {...actions} />
            ))}
          </Popover.Dropdown>
        </Popover>
      )}
    </div>
  );
}

interface EntryProps extends Omit<SmallLegendProps, 'series' | 'lines'> {
  one: ChartSeries;
  /** There is no room for it. */
  isOut?: boolean;
}

function Entry({ one, hidden, onToggle, onPick, isOut = false }: EntryProps) {
  return (
    <span className={classes.entry} data-out={isOut || undefined}>
      <UnstyledButton
        className={classes.entry}
        data-off={hidden.has(one.name) || undefined}
        aria-pressed={!hidden.has(one.name)}
        onClick={() => onToggle(one.name)}
        title={lineOf(one.name)}
      >
        <span className={classes.swatch} style={{ background: one.color }} />
        <span className={classes.name}>
          <TelemetryText text={one.name} isOneLine />
        </span>
      </UnstyledButton>
      {onPick !== undefined && one.of !== undefined && (
        <UnstyledButton
          className={classes.more}
          aria-haspopup="menu"
          aria-label={`Actions for ${lineOf(one.name)}`}
          onClick={({ currentTarget }) => onPick(one, currentTarget)}
        >
          <Icon name="more" size={12} />
        </UnstyledButton>
      )}
    </span>
  );
}
