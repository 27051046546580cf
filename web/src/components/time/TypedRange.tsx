import { Button, Group, TextInput } from '@mantine/core';
import { useEffect, useRef, type FormEvent } from 'react';

import { duration, spanWords, type Zone } from '../../time/format';
import { wordsOf, type TimeRange } from '../../time/range';
import type { Typed } from '../../time/typed';
import { zoneWords } from '../../time/zone';
import classes from './time.module.css';

interface TypedRangeProps {
  text: string;
  /** What the text means. */
  typed: Typed;
  zone: Zone;
  /** The field has the focus at first, and what is in it is replaced by typing. */
  isFirst: boolean;
  onType: (text: string) => void;
  onChoose: (range: TimeRange) => void;
}

/** A range in words, and what it means, while it is typed. */
export function TypedRange({ text, typed, zone, isFirst, onType, onChoose }: TypedRangeProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFirst) field.current?.select();
  }, [isFirst]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if ('range' in typed) onChoose(typed.range);
  };
  return (
    <form onSubmit={submit}>
      <Group p="sm" gap="xs" wrap="nowrap" align="start">
        <TextInput
          ref={field}
          flex={1}
          size="xs"
          aria-label="Time range"
          value={text}
          placeholder="yesterday 14:00 to 15:00"
          onChange={(event) => onType(event.currentTarget.value)}
          error={'problem' in typed && <span role="status">{typed.problem}</span>}
          description={'span' in typed && <Meaning typed={typed} zone={zone} />}
          inputWrapperOrder={['input', 'description', 'error']}
          className={classes.field}
          data-autofocus={isFirst || undefined}
        />
        <Button size="xs" type="submit" disabled={'problem' in typed}>
          Apply
        </Button>
      </Group>
    </form>
  );
}

type Understood = Extract<Typed, { range: TimeRange }>;

/** What a text means, and what to know about that. */
function Meaning({ typed, zone }: { typed: Understood; zone: Zone }) {
  return (
    <span role="status">
      {meaning(typed, zone)}
      {typed.notes.map((note) => (
        <span key={note} className={classes.note}>
          {note}.
        </span>
      ))}
    </span>
  );
}

function meaning({ range, span }: Understood, zone: Zone): string {
  const length = duration((span.end - span.start) * 1e6);
  const words = `${spanWords(span.start, span.end, zone)} ${zoneWords(zone)}`;
  if (wordsOf(range) !== null) return `${length} up to now, from ${words.replace(' – ', ' to ')}`;
  return `${words}, ${length}${range.to === 'now' ? ' up to now' : ''}`;
}
