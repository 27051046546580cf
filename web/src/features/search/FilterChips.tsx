import { Group, UnstyledButton } from '@mantine/core';

import { Icon } from '../../components/Icon';
import { TelemetryText } from '../../components/TelemetryText';
import classes from './search.module.css';
import type { Filter } from './where';

interface FilterChipsProps {
  filters: Filter[];
  onChange: (filters: Filter[]) => void;
}

/** The facets that narrow the search; a click takes one away. */
export function FilterChips({ filters, onChange }: FilterChipsProps) {
  if (filters.length === 0) return null;
  return (
    <Group className={classes.chips} gap={6} role="group" aria-label="Filters">
      {filters.map((filter) => (
        <UnstyledButton
          key={`${filter.field} ${filter.isExcluding}`}
          className={classes.chip}
          data-out={filter.isExcluding || undefined}
          aria-label={`Remove filter ${filter.field}`}
          onClick={() => onChange(filters.filter((one) => one !== filter))}
        >
          <span className={classes.chipName}>{filter.field}</span>
          <span>{filter.isExcluding ? 'is not' : 'is'}</span>
          <span className={classes.chipValue}>
            <TelemetryText
              text={filter.values.map((value) => (value === '' ? '(empty)' : value)).join(', ')}
              isOneLine
            />
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
