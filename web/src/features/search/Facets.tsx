import { Box, ScrollArea, Skeleton, Stack, TextInput, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';

import type { SearchField } from '../../api/stack.gen';
import { Icon } from '../../components/Icon';
import { TelemetryText } from '../../components/TelemetryText';
import { plain } from '../../number';
import { headOf } from './columns';
import { facetFields, usuallyOpen } from './facetFields';
import classes from './Facets.module.css';
import { facetQuery, fieldsQuery, type Asked } from './queries';
import { markOf, type Filter } from './where';

type OnFilter = (chosen: Omit<Filter, 'values'>, value: string) => void;

interface FacetsProps {
  asked: Asked;
  filters: Filter[];
  onFilter: OnFilter;
}

/** The fields of the rows with their most frequent values: a click narrows the search. */
export function Facets({ asked, filters, onFilter }: FacetsProps) {
  const fields = useQuery(fieldsQuery(asked));
  const [text, setText] = useState('');
  const shown = useMemo(() => facetFields(fields.data ?? [], asked.source, text), [fields.data, asked.source, text]);
  return (
    <Box component="aside" className={classes.facets} aria-label="Facets">
      <TextInput
        className={classes.find}
        placeholder="Find a field"
        aria-label="Find a field"
        leftSection={<Icon name="filter" size={14} />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ScrollArea
        className={classes.scroll}
        type="auto"
        scrollbarSize={8}
        viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': 'Fields' }}
      >
        {fields.isPending && <Skeletons />}
        {shown.map((field) => (
          <Facet
            key={`${asked.source.id} ${field.name}`}
            asked={asked}
            field={field}
            filters={filters}
            onFilter={onFilter}
            isOpenAtFirst={usuallyOpen(field, asked.source)}
          />
        ))}
      </ScrollArea>
    </Box>
  );
}

function Skeletons() {
  return (
    <Stack gap="sm" p="md" role="status" aria-label="Loading the fields">
      {[80, 60, 70, 50].map((width) => (
        <Skeleton key={width} h={16} w={`${width}%`} />
      ))}
    </Stack>
  );
}

interface FacetProps extends FacetsProps {
  field: SearchField;
  isOpenAtFirst: boolean;
}

function Facet({ asked, field, filters, onFilter, isOpenAtFirst }: FacetProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const isFiltered = filters.some((filter) => filter.field === field.name);
  return (
    <div className={classes.facet}>
      <UnstyledButton
        className={classes.head}
        aria-expanded={isOpen}
        title={field.name}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={isOpen ? 'down' : 'right'} size={12} />
        <span className={classes.name}>{headOf(field.expression)}</span>
        {isFiltered && <span className={classes.dot} />}
      </UnstyledButton>
      {isOpen && <Values asked={asked} field={field} filters={filters} onFilter={onFilter} />}
    </div>
  );
}

function Values({ asked, field, filters, onFilter }: Omit<FacetProps, 'isOpenAtFirst'>) {
  const values = useQuery(facetQuery(asked, field.expression));
  if (values.isPending) return <Skeleton h={16} m="4px 8px 8px 24px" w="70%" />;
  if (values.isError) return <div className={classes.none}>The values could not be loaded.</div>;
  if (values.data.length === 0) return <div className={classes.none}>No values</div>;
  const most = Math.max(...values.data.map(({ count }) => count), 1);
  const chosen = { field: field.name, expression: field.expression };
  return (
    <ul className={classes.values} data-stale={values.isPlaceholderData || undefined}>
      {values.data.map(({ value, count }) => (
        <Value
          key={value}
          value={value}
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

interface ValueProps {
  value: string;
  count: number;
  /** Of the most frequent value, for the bar behind it. */
  share: number;
  mark: 'in' | 'out' | null;
  onInclude: () => void;
  onExclude: () => void;
}

function Value({ value, count, share, mark, onInclude, onExclude }: ValueProps) {
  const name = value === '' ? '(empty)' : value;
  return (
    <li className={classes.value} data-mark={mark ?? undefined}>
      <span className={classes.bar} style={{ width: `${share * 100}%` }} />
      <UnstyledButton
        className={classes.include}
        title={name}
        aria-pressed={mark === 'in'}
        aria-label={`Only ${name}`}
        onClick={onInclude}
      >
        <TelemetryText text={name} isOneLine />
      </UnstyledButton>
      <UnstyledButton
        className={classes.exclude}
        aria-pressed={mark === 'out'}
        aria-label={`Exclude ${name}`}
        onClick={onExclude}
      >
        <Icon name="minus" size={12} />
      </UnstyledButton>
      <span className={classes.count}>{plain(count)}</span>
    </li>
  );
}
