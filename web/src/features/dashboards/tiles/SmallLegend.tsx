import { UnstyledButton } from '@mantine/core';

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
}

/** A legend of one line, for tiles. */
export function SmallLegend({ series, hidden, onToggle, onPick }: SmallLegendProps) {
  return (
    <div className={classes.legend}>
      {series.map((one) => (
        <span key={one.name} className={classes.entry}>
          <UnstyledButton
            className={classes.entry}
            data-off={hidden.has(one.name) || undefined}
            aria-pressed={!hidden.has(one.name)}
            onClick={() => onToggle(one.name)}
            title={one.name}
          >
            <span className={classes.swatch} style={{ background: one.color }} />
            <span className={classes.name}>{one.name}</span>
          </UnstyledButton>
          {onPick !== undefined && one.of !== undefined && (
            <UnstyledButton
              className={classes.more}
              aria-haspopup="menu"
              aria-label={`Actions for ${one.name}`}
              onClick={({ currentTarget }) => onPick(one, currentTarget)}
            >
              <Icon name="more" size={12} />
            </UnstyledButton>
          )}
        </span>
      ))}
    </div>
  );
}
