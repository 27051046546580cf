import { searchWhole, type Row } from '../../api/telemetry';
import { timesOf } from '../../time/range';
import { keepText } from '../parts/saveAs';
import { cellText } from './columns';
import type { Asked } from './queries';

export type ExportForm = 'csv' | 'ndjson';

/** What is read of the rows, and in which order. */
interface Shown {
  select: string;
  orderBy: string;
}

/** An export reads no more rows than this; for more, ask the API. */
const exportRowsMax = 20_000;
const pageRows = 2_000;

/** Reads the rows of a search and hands them to the browser as a file. */
export async function exportRows(asked: Asked, shown: Shown, form: ExportForm): Promise<void> {
  const rows = await readAll(asked, shown);
  const text = form === 'csv' ? csvOf(rows) : rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  keepText(text, `search.${form}`, form === 'csv' ? 'text/csv' : 'application/x-ndjson');
}

async function readAll({ source, where, language, span }: Asked, shown: Shown): Promise<Row[]> {
  const rows: Row[] = [];
  const asked = { sourceId: source.id, where, whereLanguage: language, ...shown, limit: pageRows };
  const range = timesOf(span);
  let cursor: string | undefined;
  do {
    // Each page begins where the one before it ended.
    // oxlint-disable-next-line no-await-in-loop
    const { data, meta } = await searchWhole({ ...asked, ...range, ...(cursor !== undefined && { cursor }) });
    rows.push(...data);
    cursor = meta.cursor;
  } while (cursor !== undefined && rows.length < exportRowsMax);
  return rows.slice(0, exportRowsMax);
}

/** Rows as comma-separated values, with a head. */
export function csvOf(rows: Row[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const lines = [columns, ...rows.map((row) => columns.map((column) => cellText(row[column])))];
  return lines.map((line) => `${line.map(quoted).join(',')}\r\n`).join('');
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
