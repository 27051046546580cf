import { Button, Group, SegmentedControl, Slider, Stack, Text, useComputedColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { describe } from '../../api/error';
import type { NumberFormat } from '../../api/stack.gen';
import { formatterOf, short } from '../../number';
import { writeQuantity } from '../../quantity';
import type { TimeSpan } from '../../time/range';
import { UnknownNames } from '../../components/UnknownNames';
import { useNow } from '../parts/useNow';
import classes from './alerts.module.css';
import { backtest } from './calls';
import { canBacktest, canTry, isRange, trialOf } from './form';
import { historyWords } from './history';
import { LateNotice } from './LateNotice';
import { firingSpans } from './spans';
import type { AlertForm, Backtest } from './types';
import { useWatchable } from './useWatchable';
import { WatchChart } from './WatchChart';
import { watchedBy } from './watched';

interface BacktestPanelProps {
  form: AlertForm;
  onThreshold: (threshold: number) => void;
}

const settleMs = 500;
const dayMs = 86_400_000;

/** Shows when an alert would have fired, and lets its threshold be moved to see the difference. */
export function BacktestPanel({ form, onThreshold }: BacktestPanelProps) {
  const [days, setDays] = useState('7');
  const now = useNow(60_000);
  const [settled] = useDebouncedValue(form, settleMs);
  const span = { start: now - Number(days) * dayMs, end: now };
  const isReady = canBacktest(settled);
  const trial = useQuery({
    queryKey: ['backtest', trialOf(settled), days, now],
    queryFn: () =>
      backtest({ alert: trialOf(settled), startTime: Math.floor(span.start), endTime: Math.floor(span.end) }),
    enabled: isReady,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const watched = watchedBy(form, useWatchable());
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  if (watched === null) {
    return (
      <Text size="sm" c="dimmed" mt="xl" ta="center">
        Choose what to watch to see when the alert would have fired.
      </Text>
    );
  }
  return (
    <Stack gap="md" component="section" aria-label="Back-test">
      <Group justify="space-between">
        <Text fw={600} size="sm">
          What it would have done
        </Text>
        <SegmentedControl
          size="xs"
          aria-label="Days"
          value={days}
          onChange={setDays}
          data={[
            { value: '1', label: '1 day' },
            { value: '7', label: '7 days' },
            { value: '28', label: '4 weeks' },
          ]}
        />
      </Group>
      <div className={classes.chart}>
        {watched.config === null ? (
          <Text size="sm" c="dimmed">
            SQL tiles have no preview here.
          </Text>
        ) : (
          <WatchChart
            name={watched.name}
            config={watched.config}
            filters={watched.filters}
            format={watched.format}
            form={form}
            span={span}
            firing={canTry(form) ? firingSpans(trial.data?.transitions ?? [], now) : []}
            scheme={scheme}
          />
        )}
      </div>
      {!isRange(form.thresholdType) && Number.isFinite(form.threshold) && (
        <ThresholdSlider
          form={form}
          format={watched.format}
          suggestions={trial.data?.suggestions ?? []}
          onThreshold={onThreshold}
        />
      )}
      {trial.error !== null && (
        <Text size="sm" c="var(--cairn-bad)" role="alert">
          {describe(trial.error)}
        </Text>
      )}
      {watched.config === null && <UnknownNames warnings={trial.data?.warnings} />}
      {trial.data !== undefined && <LittleHistory firstValueAt={trial.data.firstValueAt} span={span} />}
      <Outcome form={form} trial={trial.data} isBusy={trial.isPlaceholderData} />
      {trial.data !== undefined && <Suggestions trial={trial.data} format={watched.format} onThreshold={onThreshold} />}
    </Stack>
  );
}

/** The figures of a back-test, as soon as there is a threshold. */
function Outcome({ form, trial, isBusy }: { form: AlertForm; trial: Backtest | undefined; isBusy: boolean }) {
  if (canTry(form)) return trial === undefined ? null : <Figures trial={trial} isBusy={isBusy} />;
  return (
    <Text size="sm" c="dimmed">
      Set a threshold to see when the alert would have fired.
    </Text>
  );
}

/** A range that is mostly without values says little about a week. */
function LittleHistory({ firstValueAt, span }: { firstValueAt: string | null; span: TimeSpan }) {
  const words = historyWords(firstValueAt, span);
  return words === null ? null : <LateNotice>{words}</LateNotice>;
}

function ThresholdSlider({
  form,
  format,
  suggestions,
  onThreshold,
}: {
  form: AlertForm;
  format: NumberFormat | undefined;
  suggestions: Backtest['suggestions'];
  onThreshold: (threshold: number) => void;
}) {
  const most = Math.max(form.threshold * 2, ...suggestions.map(({ threshold }) => threshold * 1.5), 1);
  return (
    <Slider
      thumbLabel="Threshold"
      label={(value) => writeQuantity(value, format)}
      min={Math.min(0, form.threshold)}
      max={most}
      step={most / 200}
      value={form.threshold}
      onChange={(value) => onThreshold(Number(value.toPrecision(3)))}
    />
  );
}

function Figures({ trial, isBusy }: { trial: Backtest; isBusy: boolean }) {
  return (
    <dl className={`${classes.figures} ${isBusy ? classes.busy : ''}`}>
      <div>
        <dt>Notifications</dt>
        <dd data-figure="notifications">{trial.notifications}</dd>
      </div>
      <div>
        <dt>Per week</dt>
        <dd>{short(Math.round(trial.notificationsPerWeek * 10) / 10)}</dd>
      </div>
      <div>
        <dt>Time firing</dt>
        <dd>{minutesText(trial.firingMinutes)}</dd>
      </div>
    </dl>
  );
}

function minutesText(minutes: number): string {
  if (minutes < 120) return `${Math.round(minutes)} min`;
  return minutes < 2880 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1440)} days`;
}

interface SuggestionsProps {
  trial: Backtest;
  format: NumberFormat | undefined;
  onThreshold: (threshold: number) => void;
}

function Suggestions({ trial, format, onThreshold }: SuggestionsProps) {
  if (trial.suggestions.length === 0) return null;
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        Try
      </Text>
      {trial.suggestions.map(({ threshold, notificationsPerWeek }) => (
        <Button key={threshold} size="compact-sm" variant="default" onClick={() => onThreshold(threshold)}>
          {formatterOf(format)(threshold)}: {short(Math.round(notificationsPerWeek * 10) / 10)} per week
        </Button>
      ))}
    </Group>
  );
}
