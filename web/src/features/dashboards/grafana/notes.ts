import type { Dashboard, Note } from '../../../api/stack.gen';
import { withoutMark } from '../exported';

/** Notes of one kind under the panel that they are about. */
export interface NoteGroup {
  panel: string;
  notes: Note[];
}

/** What is left out or changed, by panel; the whole dashboard comes first. */
export function groupsOf(notes: Note[]): NoteGroup[] {
  const groups = new Map<string, Note[]>([['', []]]);
  for (const note of notes.filter(({ kind }) => kind !== 'look')) {
    const panel = note.panel ?? '';
    groups.set(panel, [...(groups.get(panel) ?? []), note]);
  }
  return [...groups].filter(([, list]) => list.length > 0).map(([panel, list]) => ({ panel, notes: list }));
}

/** What looks different, once for all panels that it is true of. */
export function looksOf(notes: Note[]): { message: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { kind, message } of notes) if (kind === 'look') counts.set(message, (counts.get(message) ?? 0) + 1);
  return [...counts].map(([message, count]) => ({ message, count }));
}

/** The dashboards that were imported under a tag, the oldest first: that one is updated. */
export function importedAs(tag: string, dashboards: Dashboard[]): Dashboard[] {
  return dashboards
    .filter(({ tags }) => tags.includes(tag))
    .toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
}

/** Says whether a text is a dashboard that was exported from here, and not from Grafana. */
export function isOwnExport(text: string): boolean {
  try {
    const parsed: unknown = JSON.parse(withoutMark(text));
    return typeof parsed !== 'object' || parsed === null || 'tiles' in parsed;
  } catch {
    return true; // it is refused with the words for such a file
  }
}
