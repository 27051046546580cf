import { Button, Group, NumberInput, Popover, SegmentedControl, Stack, Switch, TextInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';

import { spanWords } from '../../time/format';
import { brief } from '../../number';
import { toField } from '../../time/field';
import type { TimeSpan } from '../../time/range';
import { readTyped } from '../../time/typed';
import { useTimeRange } from '../../time/useTimeRange';
import { useZone } from '../../time/zone';
import {
  isOnlyErrors,
  orders,
  scopeOf,
  toggleErrors,
  type SpanScope,
  type TraceOrder,
  type TracesState,
} from './state';
import classes from './traces.module.css';
import type { ChangeTraces } from './useTracesState';

interface TraceControlsProps {
  state: TracesState;
  change: ChangeTraces;
  /** More controls, at the end. */
  children: ReactNode;
}

/** What narrows the list besides the query, and how it is ordered and shown. */
export function TraceControls({ state, change, children }: TraceControlsProps) {
  return (
    <Group className={classes.controls} gap="sm">
      <SegmentedControl
        aria-label="Spans"
        value={scopeOf(state)}
        onChange={(scope) => change({ scope: scope as SpanScope })}
        data={[
          { value: 'root', label: 'Root spans' },
          { value: 'all', label: 'All spans' },
        ]}
      />
      <Milliseconds side="min" value={state.minMs} onChange={(minMs) => change({ minMs })} />
      <Milliseconds side="max" value={state.maxMs} onChange={(maxMs) => change({ maxMs })} />
      <PartButton part={state.part} onChange={(part) => change({ part })} />
      <Switch
        label="Errors only"
        checked={isOnlyErrors(state)}
        onChange={() => change({ filters: toggleErrors(state.filters) })}
      />
      <SegmentedControl
        aria-label="Order"
        value={state.order}
        onChange={(order) => change({ order: order as TraceOrder })}
        data={orders.map((order) => ({ value: order, label: order.charAt(0).toUpperCase() + order.slice(1) }))}
      />
      {children}
    </Group>
  );
}

const sides = {
  min: { label: 'Shortest duration in milliseconds', suffix: ' ms or more', placeholder: 'Any duration' },
  max: { label: 'Longest duration in milliseconds', suffix: ' ms or less', placeholder: 'No upper limit' },
};

function Milliseconds({
  side,
  value,
  onChange,
}: {
  side: 'min' | 'max';
  value: number;
  onChange: (ms: number) => void;
}) {
  const { label, suffix, placeholder } = sides[side];
  const [isTyped, setTyped] = useState(false);
  return (
    <NumberInput
      placeholder={placeholder}
      aria-label={label}
      suffix={suffix}
      min={0}
      hideControls
      flex="1 1 120px"
      maw={170}
      value={value === 0 ? '' : isTyped ? value : brief(value)}
      title={value === 0 ? '' : `${value}${suffix}`}
      onFocus={() => setTyped(true)}
      onBlur={() => setTyped(false)}
      onChange={(ms) => onChange(typeof ms === 'number' && ms > 0 ? ms : 0)}
    />
  );
}

interface PartProps {
  part: TimeSpan | null;
  onChange: (part: TimeSpan) => void;
}

/** Selects a part of the time without a pointer. */
function PartButton({ part, onChange }: PartProps) {
  const [zone] = useZone();
  const [isOpen, setOpen] = useState(false);
  const words = part === null ? 'Select times' : spanWords(part.start, part.end, zone);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus shadow="md">
      <Popover.Target>
        <Button variant="default" maw={128} title={words} onClick={() => setOpen(!isOpen)}>
          {words}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <PartForm
          part={part}
          onChange={(chosen) => {
            setOpen(false);
            onChange(chosen);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function PartForm({ part, onChange }: PartProps) {
  const { span } = useTimeRange();
  const [zone] = useZone();
  const [text, setText] = useState(() => {
    const { start, end } = part ?? span;
    return `${toField(start, zone)} to ${toField(end, zone)}`;
  });
  const [now] = useState(() => Date.now());
  const typed = readTyped(text, now, zone);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if ('span' in typed) onChange(typed.span);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label="Selected times"
          miw={320}
          value={text}
          error={'problem' in typed && typed.problem}
          description={'notes' in typed && typed.notes.length > 0 && `${typed.notes.join('. ')}.`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" disabled={'problem' in typed}>
          Select
        </Button>
      </Stack>
    </form>
  );
}
