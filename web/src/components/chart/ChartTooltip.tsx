import { Box } from '@mantine/core';

import { TelemetryText } from '../TelemetryText';
import type { Formatter } from '../../number';
import { dateTime } from '../../time/format';
import { useZone } from '../../time/zone';
import classes from './TimeChart.module.css';
import type { ChartContent } from './types';

/** Where the crosshair is: an index into the times, and pixels. */
export interface Pointed {
  at: number;
  left: number;
  top: number;
}

interface ChartTooltipProps {
  content: ChartContent;
  pointed: Pointed;
  /** The series that the keyboard has come to. */
  current?: string | undefined;
  format: Formatter;
  hidden: ReadonlySet<string>;
  isStacked: boolean;
  width: number;
}

/** More lines would hide the chart. */
const entriesMax = 10;

/** The numbers under the crosshair, the largest first. */
export function ChartTooltip({ content, pointed, current, format, hidden, isStacked, width }: ChartTooltipProps) {
  const [zone] = useZone();
  const entries = content.series
    .map((series) => ({ ...series, value: series.values[pointed.at] ?? null }))
    .filter(({ name, value }) => value !== null && !hidden.has(name))
    .toSorted((one, other) => (other.value ?? 0) - (one.value ?? 0));
  const isRight = pointed.left > width / 2;
  const total = entries.reduce((sum, { value }) => sum + (value ?? 0), 0);
  return (
    <Box
      className={classes.tooltip}
      style={isRight ? { right: width - pointed.left + 8 } : { left: pointed.left + 64 }}
    >
      <div className={classes.moment}>{dateTime(content.times[pointed.at] ?? 0, zone)}</div>
      {entries.slice(0, entriesMax).map(({ name, color, value, format: own = format }) => (
        <div key={name} className={classes.entry} data-current={name === current || undefined}>
          <span className={classes.swatch} style={{ background: color }} />
          <span className={classes.name}>
            <TelemetryText text={name} isOneLine />
          </span>
          <span className={classes.value}>{own(value ?? 0)}</span>
        </div>
      ))}
      {entries.length > entriesMax && <div className={classes.moment}>and {entries.length - entriesMax} more</div>}
      {entries.length === 0 && <div className={classes.moment}>No data</div>}
      {isStacked && entries.length > 1 && (
        <div className={classes.entry}>
          <span />
          <span className={classes.moment}>Total</span>
          <span className={classes.value}>{format(total)}</span>
        </div>
      )}
    </Box>
  );
}
