/** The columns that say something of a trace; all others are fields of its matching span. */
export const traceColumns = [
  { expression: 'time', name: 'Start' },
  { expression: 'service', name: 'Service' },
  { expression: 'name', name: 'Operation' },
  { expression: 'match', name: 'Matching span' },
  { expression: 'status', name: 'Status' },
  { expression: 'duration', name: 'Duration' },
  { expression: 'spans', name: 'Spans' },
  { expression: 'errors', name: 'Errors' },
] as const;

export type TraceColumn = (typeof traceColumns)[number]['expression'];

/** The columns of the list unless told otherwise. */
export const usualColumns: string[] = traceColumns.map(({ expression }) => expression);

/** Says whether a column says something of the whole trace. */
export function isTraceColumn(column: string): column is TraceColumn {
  return usualColumns.includes(column);
}

/** The columns that have to be read of the spans. */
export function fieldColumns(columns: string[]): string[] {
  return columns.filter((column) => !isTraceColumn(column));
}
