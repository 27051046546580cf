import { Group, UnstyledButton, VisuallyHidden } from '@mantine/core';

import type { Source } from '../../api/stack.gen';
import { Icon } from '../../components/Icon';
import { TelemetryText } from '../../components/TelemetryText';
import classes from './search.module.css';
import { filterText } from './filterWords';
import type { Filter } from './where';

interface FilterChipsProps {
  source: Source;
  filters: Filter[];
  onChange: (filters: Filter[]) => void;
}

/** The facets that narrow the search; a click takes one away. */
export function FilterChips({ source, filters, onChange }: FilterChipsProps) {
  if (filters.length === 0) return null;
  return (
    <Group className={classes.chips} gap={6} role="group" aria-label="Filters">
      {filters.map((filter) => (
        <UnstyledButton
          key={`${filter.field} ${filter.isExcluding} ${filter.range !== undefined}`}
          className={classes.chip}
          data-out={filter.isExcluding || undefined}
          onClick={() => onChange(filters.filter((one) => one !== filter))}
        >
          <VisuallyHidden>Remove filter</VisuallyHidden>
          <span className={classes.chipName}>
            <TelemetryText text={filter.field} isOneLine />
          </span>
          <span>{filter.isExcluding ? 'is not' : 'is'}</span>
          <span className={classes.chipValue}>
            <TelemetryText text={filterText(filter, source)} isOneLine />
          </span>
          <Icon name="close" size={12} />
        </UnstyledButton>
      ))}
      <UnstyledButton className={classes.clear} onClick={() => onChange([])}>
        Clear all
      </UnstyledButton>
    </Group>
  );
}
