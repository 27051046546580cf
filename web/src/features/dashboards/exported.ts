import type { DashboardBody } from '../../api/stack.gen';
import { fileName } from '../parts/saveAs';
import { bodyOf } from './board';
import type { Board } from './types';

/** A dashboard as a file: without what belongs to this installation's record of it. */
export function exportText(board: Board): string {
  const body = bodyOf(board);
  return `${JSON.stringify({ ...body, tiles: body.tiles.map(({ id: _id, ...tile }) => tile) }, null, 2)}\n`;
}

/** Reads such a file; what is wrong with its content is for the server to say. */
export function readExport(text: string): DashboardBody {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new Error('The file is not JSON. Choose one that was exported from a dashboard.');
  }
  if (typeof parsed !== 'object' || parsed === null || !('tiles' in parsed))
    throw new Error('The file has no tiles. Choose one that was exported from a dashboard.');
  return parsed as DashboardBody;
}

/** A name for the file. */
export function exportName(board: Board): string {
  return fileName(board.name, 'dashboard', 'json');
}
