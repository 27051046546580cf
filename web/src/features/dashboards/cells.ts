import type { TileColumn, TileContent } from '../../api/stack.gen';
import type { Cell } from '../../charting/content';
import { counted, plain } from '../../number';

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

/** Says that there are more groups than are shown; null where there are not. */
export function groupsNote(content: TileContent): string | null {
  const { displayType, groupsLeft } = content;
  if (groupsLeft === 0) return null;
  const count = new Set(cellsOf(content).map(({ group }) => JSON.stringify(group))).size;
  const all = counted(count + groupsLeft, 'group');
  // Tables have an order of their own.
  if (displayType === 'table') return `The first ${plain(count)} of ${all}`;
  return `The ${plain(count)} largest of ${all}${displayType === 'pie' ? '; shares are of these' : ''}`;
}

/** A cell as text. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
