import { ActionIcon, Text, Tooltip, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { valueWords } from '../../components/signs';
import { TelemetryText } from '../../components/TelemetryText';
import { Icon } from '../../components/Icon';
import { Lines, View } from '../../components/View';
import { counted, percent } from '../../number';
import { headOf } from '../search/columns';
import { facetFields } from '../search/facetFields';
import { fieldsQuery, type Asked } from '../search/queries';
import type { Filter } from '../search/where';
import { comparedFields, type Comparison, type Difference } from './compare';
import classes from './ComparisonPanel.module.css';
import { comparisonQuery } from './queries';

interface ComparisonPanelProps {
  /** The selected spans. */
  selected: Asked;
  /** These and the rest. */
  all: Asked;
  onFilter: (chosen: Omit<Filter, 'values'>, value: string) => void;
}

/** Which values the spans of the selection have more often than the rest; each narrows the list. */
export function ComparisonPanel({ selected, all, onFilter }: ComparisonPanelProps) {
  const known = useQuery(fieldsQuery(all)).data;
  const fields = useMemo(() => known && comparedFields(facetFields(known, all.source, [])), [known, all.source]);
  const comparison = useQuery(comparisonQuery(selected, all, fields));
  return (
    <section className={classes.comparison} aria-label="Selection compared with the rest">
      <View<Comparison> query={comparison} failure="The comparison could not be loaded" skeleton={<Lines count={4} />}>
        {(found) => (
          <>
            <p className={classes.head}>
              {words(found)}
              {found.differences.length > 0 && <Legend />}
            </p>
            <ul className={classes.list}>
              {found.differences.map((one) => (
                <Row key={one.field.expression} difference={one} onFilter={onFilter} />
              ))}
            </ul>
          </>
        )}
      </View>
    </section>
  );
}

function words({ selectedCount, restCount, differences }: Comparison): string {
  if (selectedCount === 0) return 'No span is selected.';
  if (restCount === 0) return 'All spans are selected: there is nothing to compare them with.';
  const both = `${counted(selectedCount, 'selected span')}, ${counted(restCount, 'other')}.`;
  return differences.length === 0 ? `${both} No value is more frequent in the selection.` : both;
}

function Legend() {
  return (
    <span className={classes.legend}>
      <span className={classes.sign} data-selected /> Selection
      <span className={classes.sign} /> Rest
    </span>
  );
}

interface RowProps {
  difference: Difference;
  onFilter: ComparisonPanelProps['onFilter'];
}

function Row({ difference: { field, value, selected, rest }, onFilter }: RowProps) {
  const name = headOf(field.expression);
  const chosen = { field: field.name, expression: field.expression };
  return (
    <li className={classes.row}>
      <span className={classes.what} title={`${field.name}: ${valueWords(value)}`}>
        <Text span inherit c="dimmed">
          {name}
        </Text>{' '}
        <TelemetryText text={value} isOneLine isName />
      </span>
      <span className={classes.bars}>
        <Bar share={selected} isSelected />
        <Bar share={rest} />
      </span>
      <Act
        icon="plus"
        name={`Filter for ${name} ${valueWords(value)}`}
        onClick={() => onFilter({ ...chosen, isExcluding: false }, value)}
      />
      <Act
        icon="minus"
        name={`Exclude ${name} ${valueWords(value)}`}
        onClick={() => onFilter({ ...chosen, isExcluding: true }, value)}
      />
    </li>
  );
}

function Bar({ share, isSelected = false }: { share: number; isSelected?: boolean }) {
  return (
    <span className={classes.line}>
      <span className={classes.track}>
        <span
          className={classes.bar}
          data-selected={isSelected || undefined}
          style={{ width: `${Math.min(1, share) * 100}%` }}
        />
      </span>
      <span className={classes.share}>
        {percent(share)}
        <VisuallyHidden> of the {isSelected ? 'selection' : 'rest'}</VisuallyHidden>
      </span>
    </span>
  );
}

function Act({ icon, name, onClick }: { icon: 'plus' | 'minus'; name: string; onClick: () => void }) {
  return (
    <Tooltip label={name}>
      <ActionIcon variant="subtle" color="gray" aria-label={name} onClick={onClick}>
        <Icon name={icon} size={12} />
      </ActionIcon>
    </Tooltip>
  );
}
