import { ActionIcon, Skeleton, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { emptyWord, lineOf } from '../../components/signs';
import type { SearchField } from '../../api/stack.gen';
import { exactText, fieldFormat, isNumeric } from '../../charting/fieldFormat';
import { Icon } from '../../components/Icon';
import { headOf } from './columns';
import classes from './Facets.module.css';
import { FacetValue } from './FacetValue';
import { facetQuery, facetValues, type Asked } from './queries';
import { RangeFields } from './RangeFields';
import { markOf, rangeOf, type Field, type Filter, type NumberRange } from './where';

/** What a facet narrows, and how. */
export interface FacetActs {
  filters: Filter[];
  onFilter: (chosen: Omit<Filter, 'values'>, value: string) => void;
  onRange: (chosen: Field, range: NumberRange) => void;
}

interface FacetProps extends FacetActs {
  asked: Asked;
  field: SearchField;
  /** Values that were looked for; undefined for the most frequent. */
  found: Values | undefined;
  isPinned: boolean;
  onPin: () => void;
  isOpenAtFirst: boolean;
}

type Values = { value: string; count: number }[];

/** One field: its name, and below it what its rows say. */
export function Facet({ found, isPinned, onPin, isOpenAtFirst, ...body }: FacetProps) {
  const { field, filters } = body;
  const [isWanted, setOpen] = useState(isOpenAtFirst || isPinned);
  const isOpen = isWanted || found !== undefined;
  const name = headOf(field.expression);
  return (
    <div className={classes.facet} data-pinned={isPinned || undefined}>
      <div className={classes.line}>
        <UnstyledButton
          className={classes.head}
          aria-expanded={isOpen}
          title={lineOf(field.name)}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'down' : 'right'} size={12} />
          <span className={classes.name}>{name}</span>
          {filters.some((filter) => filter.field === field.name) && <span className={classes.dot} />}
        </UnstyledButton>
        <ActionIcon
          className={classes.pin}
          variant="subtle"
          color={isPinned ? 'accent' : 'gray'}
          aria-label={`Pin ${name}`}
          aria-pressed={isPinned}
          title={isPinned ? 'Unpin' : 'Pin to the top'}
          onClick={onPin}
        >
          <Icon name="pin" size={14} />
        </ActionIcon>
      </div>
      {isOpen && <Body {...body} found={found} />}
    </div>
  );
}

type BodyProps = Pick<FacetProps, 'asked' | 'field' | 'found' | keyof FacetActs>;

function Body(props: BodyProps) {
  if (props.field.type === 'number') return <Range {...props} />;
  if (props.found !== undefined) return <ValueList {...props} values={props.found} />;
  return <Frequent {...props} />;
}

function Range({ asked, field, filters, onRange }: BodyProps) {
  const chosen = { field: field.name, expression: field.expression };
  return (
    <RangeFields
      asked={asked}
      field={field}
      range={rangeOf(filters, field.name)}
      onRange={(next) => onRange(chosen, next)}
    />
  );
}

/** An answer has no more values than this. */
const valuesMax = 1_000;

function Frequent(props: BodyProps) {
  const [limit, setLimit] = useState(facetValues);
  const values = useQuery(facetQuery(props.asked, props.field.expression, limit));
  if (values.isPending) return <Skeleton h={16} m="4px 8px 8px 24px" w="70%" />;
  if (values.isError) return <div className={classes.none}>The values could not be loaded.</div>;
  if (values.data.length === 0) return <div className={classes.none}>No values</div>;
  const isCut = values.data.length >= limit && limit < valuesMax;
  return (
    <>
      {areNumbers(values.data) && <Range {...props} />}
      <ValueList {...props} values={values.data} isStale={values.isPlaceholderData} />
      {isCut && (
        <UnstyledButton className={classes.more} onClick={() => setLimit(Math.min(limit * 4, valuesMax))}>
          Show more
        </UnstyledButton>
      )}
    </>
  );
}

/** Attributes are sent as texts; those with numbers alone can be narrowed to a range. */
function areNumbers(values: Values): boolean {
  const texts = values.filter(({ value }) => value !== '');
  return texts.length > 0 && texts.every(({ value }) => isNumeric(value));
}

function ValueList({
  asked,
  field,
  filters,
  onFilter,
  values,
  isStale,
}: BodyProps & { values: Values; isStale?: boolean }) {
  const most = Math.max(...values.map(({ count }) => count), 1);
  const chosen = { field: field.name, expression: field.expression };
  const format = fieldFormat(field.expression, asked.source);
  return (
    <ul className={classes.values} data-stale={isStale || undefined}>
      {values.map(({ value, count }) => (
        <FacetValue
          key={value}
          name={value === '' ? emptyWord : exactText(value, format)}
          count={count}
          share={count / most}
          mark={markOf(filters, field.name, value)}
          onInclude={() => onFilter({ ...chosen, isExcluding: false }, value)}
          onExclude={() => onFilter({ ...chosen, isExcluding: true }, value)}
        />
      ))}
    </ul>
  );
}
