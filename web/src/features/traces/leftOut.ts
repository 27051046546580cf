import { counted, partWords, plain } from '../../number';

/** How many spans and log records a trace has. */
export interface TraceSizes {
  spans: number;
  logs: number;
}

/** What is known of a whole trace, also of what is not shown. */
export interface WholeTrace extends TraceSizes {
  errors: number;
  /** Milliseconds from the earliest start to the latest end. */
  length: number;
}

/** `3 services`; spans that are not shown may be of others. */
export function servicesWords(count: number, isCut: boolean): string {
  return isCut ? `${plain(count)} or more services` : counted(count, 'service');
}

/** Says what of a trace is not shown; empty when everything is. */
export function leftOutWords(shown: TraceSizes, totals: TraceSizes): string {
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
