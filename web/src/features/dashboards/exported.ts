import type { DashboardBody } from '../../api/stack.gen';
import { fileName } from '../parts/saveAs';
import { bodyOf } from './board';
import type { Board } from './types';

/** A dashboard as a file: without what belongs to this installation's record of it. */
export function exportText(board: Board): string {
  const body = bodyOf(board);
  return `${JSON.stringify({ ...body, tiles: body.tiles.map(({ id: _id, ...tile }) => tile) }, null, 2)}\n`;
}

/** A body for a copy: without the tags by which an import from Grafana finds the dashboard to update. */
export function copyOf(body: DashboardBody): DashboardBody {
  if (!Array.isArray(body.tags)) return body;
  return { ...body, tags: body.tags.filter((tag) => !String(tag).startsWith('grafana:')) };
}

/** A text without the byte order mark that some editors write before it. */
export function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/u, '');
}

/** Reads such a file; what is wrong with its content is for the server to say. */
export function readExport(text: string): DashboardBody {
  let parsed: unknown;
  try {
    parsed = JSON.parse(withoutMark(text));
  } catch {
    throw new Error('The file is not JSON. Choose one that was exported from a dashboard.');
  }
  if (typeof parsed !== 'object' || parsed === null || !('tiles' in parsed))
    throw new Error('The file has no tiles. Choose one that was exported from a dashboard.');
  return copyOf(parsed as DashboardBody);
}

/** A name for the file. */
export function exportName(board: Board): string {
  return fileName(board.name, 'dashboard', 'json');
}
