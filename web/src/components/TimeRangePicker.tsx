import {
  ActionIcon,
  Box,
  Button,
  Group,
  Popover,
  SegmentedControl,
  Select,
  Stack,
  Text,
  TextInput,
  Tooltip,
} from '@mantine/core';
import { useState, type FormEvent } from 'react';

import { spanWords, type Zone } from '../time/format';
import { fromField, toField } from '../time/field';
import { absoluteRange, presets, wordsOf, type TimeRange } from '../time/range';
import { useTimeRange } from '../time/useTimeRange';
import { useZone } from '../time/zone';
import { Icon } from './Icon';
import classes from './TimeRangePicker.module.css';

const refreshes = [
  { value: '0', label: 'Auto refresh off' },
  { value: '5000', label: 'Every 5 s' },
  { value: '10000', label: 'Every 10 s' },
  { value: '30000', label: 'Every 30 s' },
  { value: '60000', label: 'Every minute' },
  { value: '300000', label: 'Every 5 minutes' },
];

/** Chooses the time of the page, refreshes it, and switches between local time and UTC. */
export function TimeRangePicker() {
  const { range, span, setRange, refresh, refreshMs } = useTimeRange();
  const [isOpen, setOpen] = useState(false);
  const [zone] = useZone();
  const choose = (chosen: TimeRange) => {
    setOpen(false);
    setRange(chosen);
  };
  const words = wordsOf(range) ?? spanWords(span.start, span.end, zone);
  return (
    <Group gap={0} wrap="nowrap" className={classes.picker}>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus width={440} shadow="md">
        <Popover.Target>
          <Button
            variant="default"
            className={classes.range}
            leftSection={<Icon name="clock" size={14} />}
            aria-label={`Time range: ${words}`}
            data-time-range
            onClick={() => setOpen(!isOpen)}
          >
            {words}
          </Button>
        </Popover.Target>
        <Popover.Dropdown p={0}>
          <Choices range={range} onChoose={choose} />
        </Popover.Dropdown>
      </Popover>
      <Tooltip label={refreshMs === 0 ? 'Refresh' : `Refresh (auto: every ${refreshMs / 1000} s)`}>
        <ActionIcon
          variant="default"
          className={classes.refresh}
          aria-label="Refresh"
          data-auto={refreshMs > 0 || undefined}
          onClick={refresh}
        >
          <Icon name="refresh" size={14} />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}

function Choices({ range, onChoose }: { range: TimeRange; onChoose: (range: TimeRange) => void }) {
  const [zone, setZone] = useZone();
  const { refreshMs, setRefreshMs } = useTimeRange();
  return (
    <Group gap={0} align="stretch" wrap="nowrap">
      <Stack gap={0} className={classes.presets} role="group" aria-label="Relative ranges">
        {presets.map((preset) => (
          <button
            key={preset.from}
            type="button"
            className={classes.preset}
            data-on={preset.from === range.from && range.to === 'now' ? true : undefined}
            onClick={() => onChoose(preset)}
          >
            {wordsOf(preset)}
          </button>
        ))}
      </Stack>
      <Stack gap="md" p="md" flex={1}>
        <AbsoluteForm zone={zone} onChoose={onChoose} />
        <SegmentedControl
          aria-label="Time zone"
          size="xs"
          value={zone}
          onChange={(value) => setZone(value as Zone)}
          data={[
            { value: 'local', label: 'Local time' },
            { value: 'UTC', label: 'UTC' },
          ]}
        />
        <Select
          size="xs"
          label="Auto refresh"
          data={refreshes}
          value={String(refreshMs)}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          onChange={(value) => setRefreshMs(Number(value))}
        />
      </Stack>
    </Group>
  );
}

function AbsoluteForm({ zone, onChoose }: { zone: Zone; onChoose: (range: TimeRange) => void }) {
  const { span } = useTimeRange();
  const [from, setFrom] = useState(() => toField(span.start, zone));
  const [to, setTo] = useState(() => toField(span.end, zone));
  const [start, end] = [fromField(from, zone), fromField(to, zone)];
  const isGood = start !== null && end !== null && start < end;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isGood) onChoose(absoluteRange(start, end));
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          size="xs"
          label="From"
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
          error={start === null}
          className={classes.field}
        />
        <TextInput
          size="xs"
          label="To"
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
          error={end === null}
          className={classes.field}
        />
        <Box>
          <Button size="xs" type="submit" disabled={!isGood}>
            Apply
          </Button>
          <Text size="xs" c="dimmed" mt={4}>
            As in 2026-01-31 14:00:00
          </Text>
        </Box>
      </Stack>
    </form>
  );
}
