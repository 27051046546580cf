import { useComputedColorScheme } from '@mantine/core';

import { colorsOf } from '../../colors';
import { metrics, metricsIn, scaleTop, unitsText, type CostDay } from './cost';
import classes from './CostBars.module.css';

const height = 200;
const width = 1000;
const gap = 0.2;
const lines = [0.25, 0.5, 0.75, 1];

/** Bars of what every day cost, a colour for each metric. */
export function CostBars({ days }: { days: CostDay[] }) {
  const scheme = useComputedColorScheme('light');
  const shown = metricsIn(days);
  const colors = colorsOf(
    shown.map((at) => metrics[at]?.name ?? ''),
    scheme,
  );
  const top = scaleTop(Math.max(...days.map((day) => day.total), 0));
  return (
    <figure className={classes.figure}>
      <div className={classes.plot}>
        <div className={classes.scale} aria-hidden="true">
          {lines.toReversed().map((line) => (
            <span key={line}>{unitsText(top * line)}</span>
          ))}
          <span>0</span>
        </div>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label="Usage cost per day"
          className={classes.chart}
        >
          {lines.map((line) => (
            <line
              key={line}
              x1={0}
              x2={width}
              y1={height - line * height}
              y2={height - line * height}
              className={classes.line}
            />
          ))}
          {days.map((day, at) => (
            <Bar key={day.date} day={day} at={at} count={days.length} top={top} shown={shown} colors={colors} />
          ))}
        </svg>
      </div>
      <div className={classes.days} aria-hidden="true">
        <span>{days[0]?.date}</span>
        <span>{days.at(-1)?.date}</span>
      </div>
      <figcaption className={classes.legend}>
        {shown.map((at, place) => (
          <span key={at} className={classes.entry}>
            <i style={{ background: colors[place] }} />
            {metrics[at]?.name}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

interface BarProps {
  day: CostDay;
  at: number;
  count: number;
  top: number;
  shown: number[];
  colors: string[];
}

function Bar({ day, at, count, top, shown, colors }: BarProps) {
  const step = width / count;
  const heights = shown.map((metric) => ((day.parts[metric] ?? 0) / top) * height);
  return (
    <g className={classes.bar}>
      <title>{titleOf(day, shown)}</title>
      <rect x={at * step} width={step} y={0} height={height} fill="transparent" />
      {heights.map((tall, place) => (
        <rect
          key={shown[place]}
          x={at * step + (step * gap) / 2}
          width={step * (1 - gap)}
          y={height - heights.slice(0, place + 1).reduce((sum, one) => sum + one, 0)}
          height={tall}
          fill={colors[place]}
        />
      ))}
    </g>
  );
}

function titleOf(day: CostDay, shown: number[]): string {
  const parts = shown.map((at) => `${metrics[at]?.name}: ${unitsText(day.parts[at] ?? 0)}`);
  return [`${day.date}: ${unitsText(day.total)} units`, ...parts].join('\n');
}
