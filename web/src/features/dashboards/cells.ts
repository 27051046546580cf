import type { TileColumn, TileContent } from '../../api/stack.gen';
import type { DrawnTile } from '../../api/telemetry';
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

/** So many names say which ones; more would be a list. */
const namedMax = 5;

/**
 * Says that there are numbers which the API has no number for, and which groups have no others; null where there are
 * none. In a number over the whole range it stands itself.
 */
export function notFiniteNote({ meta, ...content }: DrawnTile): string | null {
  const { displayType } = content;
  if (meta.nonFinite === 0 || displayType === 'number') return null;
  const isOne = meta.nonFinite === 1;
  const count = `${counted(meta.nonFinite, 'value')} ${isOne ? 'is' : 'are'} NaN or infinite and not shown`;
  const names = groupsWithout(cellsOf(content));
  if (names.length === 0) return count;
  const more = names.length > namedMax ? ` and ${plain(names.length - namedMax)} more` : '';
  return `${count}; ${names.slice(0, namedMax).join(', ')}${more} ${names.length === 1 ? 'has' : 'have'} no others`;
}

const nameOf = ({ group }: Cell) => group.join(' · ');

/** The groups without any number. */
function groupsWithout(cells: Cell[]): string[] {
  const filled = new Set(cells.filter(({ values }) => values.some((value) => value !== null)).map(nameOf));
  return [...new Set(cells.map(nameOf))].filter((name) => name !== '' && !filled.has(name));
}

/** A cell as text. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
