import { ActionIcon, Button, Group, Popover, Tooltip } from '@mantine/core';
import { useState } from 'react';

import { spanWords } from '../time/format';
import { wordsOf, type TimeRange } from '../time/range';
import { useTimeRange } from '../time/useTimeRange';
import { useZone, zoneWords } from '../time/zone';
import { Icon, type IconName } from './Icon';
import classes from './time/time.module.css';
import { TimeChoices } from './time/TimeChoices';

/** Chooses the time of the page, moves it and refreshes it. */
export function TimeRangePicker() {
  const { range, span, setRange, refresh, refreshMs, widen, goEarlier, goLater } = useTimeRange();
  const [isOpen, setOpen] = useState(false);
  const [zone] = useZone();
  const choose = (chosen: TimeRange) => {
    setOpen(false);
    setRange(chosen);
  };
  const words = wordsOf(range) ?? spanWords(span.start, span.end, zone);
  return (
    <Group gap={0} wrap="nowrap" className={classes.picker}>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus shadow="md">
        <Popover.Target>
          <Button
            variant="default"
            className={classes.range}
            leftSection={<Icon name="clock" size={14} />}
            aria-label={`Time range: ${words}`}
            title={`Times in ${zoneWords(zone)}`}
            data-time="range"
            onClick={() => setOpen(!isOpen)}
          >
            {words}
          </Button>
        </Popover.Target>
        <Popover.Dropdown p={0} className={classes.dropdown} aria-label="Time range">
          <TimeChoices onChoose={choose} />
        </Popover.Dropdown>
      </Popover>
      <Step name="Earlier" keys="<" icon="left" button="earlier" onClick={goEarlier} />
      <Step name="Later" keys=">" icon="right" button="later" onClick={goLater} />
      <Step name="Zoom out" keys="-" icon="zoomOut" button="widen" onClick={widen} />
      <Tooltip label={refreshMs === 0 ? 'Refresh (r)' : `Refresh (auto: every ${refreshMs / 1000} s)`}>
        <ActionIcon
          variant="default"
          className={classes.step}
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

interface StepProps {
  name: string;
  keys: string;
  icon: IconName;
  /** By this the shortcuts find it. */
  button: string;
  onClick: (() => void) | undefined;
}

/** A button beside the range; a narrow screen has it among the choices instead. */
function Step({ name, keys, icon, button, onClick }: StepProps) {
  return (
    <Tooltip label={`${name} (${keys})`}>
      <ActionIcon
        variant="default"
        visibleFrom="md"
        className={classes.step}
        aria-label={name}
        data-time={button}
        disabled={onClick === undefined}
        onClick={onClick}
      >
        <Icon name={icon} size={14} />
      </ActionIcon>
    </Tooltip>
  );
}
