import { Group, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { NumberFormat, SearchField } from '../../api/stack.gen';
import { fieldFormat } from '../../charting/fieldFormat';
import { formatterOf } from '../../number';
import { readQuantity, writeQuantity } from '../../quantity';
import { headOf } from './columns';
import classes from './Facets.module.css';
import { extentQuery, type Asked } from './queries';
import type { NumberRange } from './where';

interface RangeFieldsProps {
  asked: Asked;
  field: SearchField;
  range: NumberRange;
  onRange: (range: NumberRange) => void;
}

/** Both ends as they stand in their fields. */
type Typed = Record<'min' | 'max', string>;

/** The smallest and the largest number that rows may have, with their unit; empty for no limit. */
export function RangeFields({ asked, field, range, onRange }: RangeFieldsProps) {
  const format = fieldFormat(field.expression, asked.source);
  const extent = useQuery(extentQuery(asked, field.expression)).data;
  const name = headOf(field.expression);
  const [typed, setTyped] = useState({ min: written(range.min, format), max: written(range.max, format) });
  const [applied, setApplied] = useState(range);
  const [mistake, setMistake] = useState('');
  if (!isSame(applied, range)) {
    setApplied(range);
    setTyped(retyped(typed, applied, range, format));
    setMistake('');
  }
  const apply = () => {
    const read = readRange(typed, format);
    setMistake('mistake' in read ? read.mistake : '');
    if ('range' in read && !isSame(read.range, range)) onRange(read.range);
  };
  const end = (key: 'min' | 'max', label: string) => (
    <TextInput
      flex={1}
      miw={0}
      aria-label={`${label} ${name}`}
      placeholder={shown(extent?.[key] ?? null, format)}
      value={typed[key]}
      error={mistake !== ''}
      onChange={(event) => setTyped({ ...typed, [key]: event.currentTarget.value })}
      onBlur={apply}
    />
  );
  return (
    <form
      className={classes.range}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <Group gap={4} wrap="nowrap">
        {end('min', 'Smallest')}–{end('max', 'Largest')}
        <input type="submit" hidden />
      </Group>
      {mistake !== '' && (
        <div className={classes.mistake} role="alert">
          {mistake}
        </div>
      )}
    </form>
  );
}

/** Ends that were changed elsewhere are written anew; the other one may be half typed. */
export function retyped(typed: Typed, before: NumberRange, now: NumberRange, format: NumberFormat | undefined): Typed {
  const end = (key: keyof Typed) => (before[key] === now[key] ? typed[key] : written(now[key], format));
  return { min: end('min'), max: end('max') };
}

function written(value: number | undefined, format: NumberFormat | undefined): string {
  return value === undefined ? '' : writeQuantity(value, format);
}

/** What the rows have, to begin from. */
function shown(value: number | null, format: NumberFormat | undefined): string {
  if (value === null) return '';
  return format === undefined ? String(value) : formatterOf(format)(value);
}

function isSame(one: NumberRange, other: NumberRange): boolean {
  return one.min === other.min && one.max === other.max;
}

/** Reads both ends as they were typed, or says what is wrong. */
export function readRange(
  typed: Typed,
  format: NumberFormat | undefined,
): { range: NumberRange } | { mistake: string } {
  const range: NumberRange = {};
  for (const key of ['min', 'max'] as const) {
    if (typed[key].trim() === '') continue;
    const read = readQuantity(typed[key], format);
    if ('mistake' in read) return read;
    range[key] = read.value;
  }
  if (range.min !== undefined && range.max !== undefined && range.min > range.max)
    return { mistake: 'The first number must not be larger than the second.' };
  return { range };
}
