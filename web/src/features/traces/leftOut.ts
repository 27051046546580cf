import { plain } from '../../number';

/** How many spans and log records a trace has. */
export interface TraceTotals {
  spans: number;
  logs: number;
}

/** `12`, or `10,000 of 12,345` where there are more than are shown. */
export function partWords(shown: number, total: number): string {
  return shown < total ? `${plain(shown)} of ${plain(total)}` : plain(shown);
}

/** Says what of a trace is not shown; empty when everything is. */
export function leftOutWords(shown: TraceTotals, totals: TraceTotals): string {
  const parts = [
    ...(shown.spans < totals.spans ? [`${partWords(shown.spans, totals.spans)} spans`] : []),
    ...(shown.logs < totals.logs ? [`${partWords(shown.logs, totals.logs)} log records`] : []),
  ];
  return parts.length === 0 ? '' : `Only the first ${parts.join(' and ')} are shown.`;
}

/** Says why a span of the address is not shown; empty when it is. */
export function spanLeftOutWords(isShown: boolean, shown: number, total: number): string {
  if (isShown) return '';
  if (shown >= total) return 'This span is not part of the trace, or has not arrived yet.';
  return `This span is not among the first ${partWords(shown, total)} spans that are shown.`;
}
