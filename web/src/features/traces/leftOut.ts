import { counted } from '../../number';

/** No more of one trace is read at once. */
const spansMax = 10_000;
const logsMax = 2_000;

/** Says what of a trace is not shown; empty when everything is. */
export function leftOutWords(spans: number, logs: number, isTruncated: boolean): string {
  if (!isTruncated) return '';
  const parts = [
    ...(spans >= spansMax ? [counted(spans, 'span')] : []),
    ...(logs >= logsMax ? [counted(logs, 'log record')] : []),
  ];
  return parts.length === 0 ? 'Not all of the trace is shown.' : `Only the first ${parts.join(' and ')} are shown.`;
}
