import { compareNames } from '../compare';

/** Which column a table is sorted by. */
export interface Order {
  key: string;
  isDescending: boolean;
}

interface Sortable<Row> {
  key: string;
  sortBy?: (row: Row) => string | number | null;
}

/** Answers the rows in an order; rows without a value come last, equal rows stay as they were. */
export function sortRows<Row>(rows: Row[], columns: Sortable<Row>[], order: Order | null): Row[] {
  const by = columns.find((column) => column.key === order?.key)?.sortBy;
  if (by === undefined || order === null) return rows;
  const sign = order.isDescending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [by(one), by(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * compare(a, b);
  });
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return compareNames(String(a), String(b));
}
