import { UnstyledButton } from '@mantine/core';

import type { ChartSeries } from '../../../components/chart/types';
import classes from './tiles.module.css';

interface SmallLegendProps {
  series: ChartSeries[];
  hidden: ReadonlySet<string>;
  onToggle: (name: string) => void;
}

/** A legend of one line, for tiles. */
export function SmallLegend({ series, hidden, onToggle }: SmallLegendProps) {
  return (
    <div className={classes.legend}>
      {series.map(({ name, color }) => (
        <UnstyledButton
          key={name}
          className={classes.entry}
          data-off={hidden.has(name) || undefined}
          aria-pressed={!hidden.has(name)}
          onClick={() => onToggle(name)}
          title={name}
        >
          <span className={classes.swatch} style={{ background: color }} />
          <span className={classes.name}>{name}</span>
        </UnstyledButton>
      ))}
    </div>
  );
}
