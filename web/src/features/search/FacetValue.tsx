import { UnstyledButton } from '@mantine/core';

import { lineOf } from '../../components/signs';
import { Icon } from '../../components/Icon';
import { TelemetryText } from '../../components/TelemetryText';
import { plain } from '../../number';
import classes from './Facets.module.css';

interface FacetValueProps {
  name: string;
  count: number;
  /** Of the most frequent value, for the bar behind it. */
  share: number;
  mark: 'in' | 'out' | null;
  onInclude: () => void;
  onExclude: () => void;
}

/** A value with its count; it narrows the search to itself, or to all others. */
export function FacetValue({ name, count, share, mark, onInclude, onExclude }: FacetValueProps) {
  return (
    <li className={classes.value} data-mark={mark ?? undefined}>
      <span className={classes.bar} style={{ width: `${share * 100}%` }} />
      <UnstyledButton
        className={classes.include}
        title={lineOf(name)}
        aria-pressed={mark === 'in'}
        aria-label={`Only ${lineOf(name)}`}
        onClick={onInclude}
      >
        <TelemetryText text={name} isOneLine />
      </UnstyledButton>
      <UnstyledButton
        className={classes.exclude}
        aria-pressed={mark === 'out'}
        aria-label={`Exclude ${lineOf(name)}`}
        onClick={onExclude}
      >
        <Icon name="minus" size={12} />
      </UnstyledButton>
      <span className={classes.count}>{plain(count)}</span>
    </li>
  );
}
