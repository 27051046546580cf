import type { Alert, AlertBody, NumberFormat } from '../../api/stack.gen';
import { writeQuantity } from '../../quantity';
import type { AlertForm, Interval, ThresholdType } from './types';

/** How values breach a threshold, in words. */
export const thresholdNames: Record<ThresholdType, string> = {
  above: 'is at least',
  above_exclusive: 'is more than',
  below: 'is less than',
  below_or_equal: 'is at most',
  equal: 'is',
  not_equal: 'is not',
  between: 'is between',
  not_between: 'is not between',
};

export const intervals: Interval[] = ['1m', '5m', '15m', '30m', '1h', '6h', '12h', '1d'];

const intervalMinutes: Record<Interval, number> = {
  '1m': 1,
  '5m': 5,
  '15m': 15,
  '30m': 30,
  '1h': 60,
  '6h': 360,
  '12h': 720,
  '1d': 1440,
};

const intervalNames: Record<Interval, string> = {
  '1m': '1 minute',
  '5m': '5 minutes',
  '15m': '15 minutes',
  '30m': '30 minutes',
  '1h': '1 hour',
  '6h': '6 hours',
  '12h': '12 hours',
  '1d': '1 day',
};

export function intervalMs(interval: Interval): number {
  return intervalMinutes[interval] * 60_000;
}

/** An interval in words: `5 minutes`. */
export function intervalWords(interval: Interval): string {
  return intervalNames[interval];
}

/** Says whether a threshold has two ends. */
export function isRange(type: ThresholdType): boolean {
  return type === 'between' || type === 'not_between';
}

/** Where a threshold starts: one event is worth telling, but of a tile only its data can say. */
function firstThreshold(source: AlertForm['source']): number {
  return source === 'search' ? 1 : Number.NaN;
}

/** A form that watches something of the other kind; a threshold that nobody chose is not kept. */
export function withSource(form: AlertForm, source: AlertForm['source']): Partial<AlertForm> {
  const isUntouched = Object.is(form.threshold, firstThreshold(form.source));
  return isUntouched ? { source, threshold: firstThreshold(source) } : { source };
}

/** A form with nothing chosen yet. */
export function emptyForm(source: AlertForm['source'] = 'search'): AlertForm {
  return {
    source,
    dashboardId: '',
    tileId: '',
    savedSearchId: '',
    groupBy: '',
    thresholdType: 'above',
    threshold: firstThreshold(source),
    thresholdMax: Number.NaN,
    interval: '5m',
    windows: 1,
    noData: '',
    renotifyInterval: '',
    webhookIds: [],
    name: '',
    message: '',
    note: '',
    tags: [],
  };
}

/** The form of a stored alert. */
export function formOf(alert: Alert): AlertForm {
  return {
    source: alert.source === 'tile' ? 'tile' : 'search',
    dashboardId: alert.dashboardId ?? '',
    tileId: alert.tileId ?? '',
    savedSearchId: alert.savedSearchId ?? '',
    groupBy: alert.groupBy ?? '',
    thresholdType: alert.thresholdType,
    threshold: alert.threshold,
    thresholdMax: alert.thresholdMax ?? alert.threshold,
    interval: alert.interval,
    windows: alert.numConsecutiveWindows ?? 1,
    noData: alert.noData ?? '',
    renotifyInterval: alert.renotifyInterval ?? '',
    webhookIds: alert.channels.map(({ webhookId }) => webhookId),
    name: alert.name ?? '',
    message: alert.message ?? '',
    note: alert.note ?? '',
    tags: alert.tags,
  };
}

/** What is sent for a form. What is empty is sent as null, so that a stored one goes. */
export function bodyOf(form: AlertForm): AlertBody {
  const isTile = form.source === 'tile';
  return {
    source: form.source,
    ...(isTile
      ? { dashboardId: form.dashboardId, tileId: form.tileId }
      : { savedSearchId: form.savedSearchId, groupBy: orNull(form.groupBy) }),
    thresholdType: form.thresholdType,
    threshold: form.threshold,
    ...(isRange(form.thresholdType) && { thresholdMax: form.thresholdMax }),
    interval: form.interval,
    numConsecutiveWindows: form.windows > 1 ? form.windows : null,
    noData: form.noData || null,
    renotifyInterval: form.renotifyInterval || null,
    channels: form.webhookIds.map((webhookId) => ({ type: 'webhook', webhookId })),
    name: orNull(form.name),
    message: orNull(form.message),
    note: orNull(form.note),
    tags: form.tags,
  };
}

function orNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}

/** Says whether it is known what the alert watches. */
function isWatching(form: AlertForm): boolean {
  return form.source === 'tile' ? form.tileId !== '' && form.dashboardId !== '' : form.savedSearchId !== '';
}

/** Says whether it is known what the alert watches and when it fires. */
export function canTry(form: AlertForm): boolean {
  return (
    isWatching(form) &&
    Number.isFinite(form.threshold) &&
    (!isRange(form.thresholdType) || form.thresholdMax >= form.threshold)
  );
}

/** Says whether an alert can be stored: somebody has to be told. */
export function canSave(form: AlertForm): boolean {
  return canTry(form) && form.webhookIds.length > 0;
}

/** The body of a back-test: an alert that notifies nobody. Without a threshold, one is only looked for. */
export function trialOf(form: AlertForm): Omit<AlertBody, 'channels'> {
  const { channels: _channels, name: _name, message: _message, note: _note, tags: _tags, ...body } = bodyOf(form);
  return Number.isFinite(form.threshold) ? body : { ...body, threshold: 0 };
}

/** Says whether a back-test can run, or at least suggest thresholds. */
export function canBacktest(form: AlertForm): boolean {
  return canTry(form) || (isWatching(form) && Number.isNaN(form.threshold) && !isRange(form.thresholdType));
}

/** When an alert fires, in words: `is at least 200 ms within 5 minutes`. */
export function ruleWords(
  form: Pick<AlertForm, 'thresholdType' | 'threshold' | 'thresholdMax' | 'interval' | 'windows'>,
  format?: NumberFormat,
): string {
  const [low, high] = [writeQuantity(form.threshold, format), writeQuantity(form.thresholdMax, format)];
  const bound = isRange(form.thresholdType) ? `${low} and ${high}` : low;
  const times = form.windows > 1 ? `, ${form.windows} times in a row` : '';
  return `${thresholdNames[form.thresholdType]} ${bound} within ${intervalWords(form.interval)}${times}`;
}
