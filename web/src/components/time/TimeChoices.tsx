import { Button, Group, Select, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';

import { toField } from '../../time/field';
import { spanWords, type Zone } from '../../time/format';
import { presets, resolveRange, wordsOf, type TimeRange, type TimeSpan } from '../../time/range';
import { recentRanges } from '../../time/recent';
import { readTyped } from '../../time/typed';
import { useTimeRange } from '../../time/useTimeRange';
import { useZone } from '../../time/zone';
import { Calendar } from './Calendar';
import classes from './time.module.css';
import { TypedRange } from './TypedRange';
import { ZoneField } from './ZoneField';

const refreshes = [
  { value: '0', label: 'Off' },
  { value: '5000', label: 'Every 5 s' },
  { value: '10000', label: 'Every 10 s' },
  { value: '30000', label: 'Every 30 s' },
  { value: '60000', label: 'Every minute' },
  { value: '300000', label: 'Every 5 minutes' },
];

interface ChoicesProps {
  onChoose: (range: TimeRange) => void;
}

/** All ways to choose the time of a page: typing, recent and relative ranges, the calendar; and its zone. */
export function TimeChoices({ onChoose }: ChoicesProps) {
  const [zone, setZone] = useZone();
  const { refreshMs, setRefreshMs } = useTimeRange();
  return (
    <>
      <Ranges zone={zone} onChoose={onChoose} />
      <Group gap="sm" p="sm" grow align="start" className={classes.settings}>
        <ZoneField zone={zone} onChange={setZone} />
        <Select
          size="xs"
          label="Auto refresh"
          data={refreshes}
          value={String(refreshMs)}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          onChange={(value) => setRefreshMs(Number(value))}
        />
      </Group>
    </>
  );
}

/** The typed text is the choice: the calendar writes into it. */
function Ranges({ zone, onChoose }: ChoicesProps & { zone: Zone }) {
  const { range, span } = useTimeRange();
  const [now] = useState(() => Date.now());
  // What was typed counts until the range or the zone is another.
  const about = `${range.from} ${range.to} ${zone}`;
  const [own, setOwn] = useState({ about: '', text: '' });
  const text = own.about === about ? own.text : textOf(range, span, zone);
  const setText = (given: string) => setOwn({ about, text: given });
  // The field would call up a keyboard that covers everything else.
  const isTouched = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false });
  const typed = readTyped(text, now, zone);
  return (
    <>
      <TypedRange text={text} typed={typed} zone={zone} isFirst={!isTouched} onType={setText} onChoose={onChoose} />
      <Moves />
      <Group gap={0} align="stretch" wrap="nowrap" className={classes.columns}>
        <Stack
          gap={0}
          className={classes.presets}
          role="group"
          aria-label="Relative ranges"
          {...(isTouched && { 'data-autofocus': true, tabIndex: -1 })}
        >
          {presets.map((preset) => (
            <Preset key={preset.from} preset={preset} range={range} now={now} zone={zone} onChoose={onChoose} />
          ))}
        </Stack>
        <Stack gap="sm" flex={1} miw={0} className={classes.days}>
          <Calendar span={'span' in typed ? typed.span : span} now={now} zone={zone} onPick={setText} />
          <Recent range={range} now={now} zone={zone} onChoose={onChoose} />
        </Stack>
      </Group>
    </>
  );
}

/** A range as it can be typed. */
function textOf(range: TimeRange, span: TimeSpan, zone: Zone): string {
  const end = (text: string, ms: number) => (text.startsWith('now') ? text : toField(ms, zone));
  return wordsOf(range) ?? `${end(range.from, span.start)} to ${end(range.to, span.end)}`;
}

/** What stands beside the range on a wide screen. */
function Moves() {
  const { goEarlier, goLater, widen } = useTimeRange();
  return (
    <Group gap="xs" px="sm" pb="sm" grow hiddenFrom="md">
      <Button size="xs" variant="default" onClick={goEarlier}>
        Earlier
      </Button>
      <Button size="xs" variant="default" disabled={goLater === undefined} onClick={goLater}>
        Later
      </Button>
      <Button size="xs" variant="default" onClick={widen}>
        Zoom out
      </Button>
    </Group>
  );
}

interface PresetProps extends ChoicesProps {
  preset: TimeRange;
  /** The range of the page. */
  range: TimeRange;
  now: number;
  zone: Zone;
}

function Preset({ preset, range, now, zone, onChoose }: PresetProps) {
  const span = resolveRange(preset, now);
  return (
    <button
      type="button"
      className={classes.preset}
      data-on={preset.from === range.from && preset.to === range.to ? true : undefined}
      onClick={() => onChoose(preset)}
    >
      {wordsOf(preset) ?? spanWords(span.start, span.end, zone)}
    </button>
  );
}

function Recent({ range, now, zone, onChoose }: Omit<PresetProps, 'preset'>) {
  const [recent] = useState(recentRanges);
  if (recent.length === 0) return null;
  return (
    <Stack gap={0} role="group" aria-labelledby="recent-ranges">
      <span id="recent-ranges" className={classes.caption}>
        Recent
      </span>
      {recent.map((one) => (
        <Preset key={`${one.from} ${one.to}`} preset={one} range={range} now={now} zone={zone} onChoose={onChoose} />
      ))}
    </Stack>
  );
}
