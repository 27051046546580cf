import type { TileColumn, TileContent } from '../../api/stack.gen';
import type { Cell } from '../../charting/content';

/** The columns of a tile by what they are for. */
export function columnsOf(content: TileContent, role: TileColumn['role']): TileColumn[] {
  return content.columns.filter((column) => column.role === role);
}

/** Rows of a tile as cells; values are numbers. */
export function cellsOf(content: TileContent, rows: unknown[][] = content.rows): Cell[] {
  const at = indexesOf(content);
  return rows.map((row) => ({
    bucket: at.time.length === 0 ? 0 : Number(row[at.time[0] ?? 0]),
    group: at.group.map((index) => textOf(row[index])),
    values: at.value.map((index) => (typeof row[index] === 'number' ? row[index] : null)),
  }));
}

function indexesOf({ columns }: TileContent): Record<TileColumn['role'], number[]> {
  const at: Record<TileColumn['role'], number[]> = { time: [], group: [], value: [], cell: [] };
  columns.forEach(({ role }, index) => at[role].push(index));
  return at;
}

/** A cell as text. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
