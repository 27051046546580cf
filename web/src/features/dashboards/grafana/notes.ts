import type { Dashboard, Note } from '../../../api/stack.gen';
import { counted } from '../../../number';
import { withoutMark } from '../exported';

/** Notes of one kind under the panel that they are about. */
export interface NoteGroup {
  panel: string;
  notes: Note[];
}

/** What is left out or changed, by panel; the whole dashboard comes first. Nothing is said twice of a panel. */
export function groupsOf(notes: Note[]): NoteGroup[] {
  const groups = new Map<string, Note[]>([['', []]]);
  for (const note of notes.filter(({ kind }) => kind !== 'look')) {
    const panel = note.panel ?? '';
    const group = groups.get(panel) ?? [];
    if (!group.some(({ message }) => message === note.message)) groups.set(panel, [...group, note]);
  }
  return [...groups].filter(([, list]) => list.length > 0).map(([panel, list]) => ({ panel, notes: list }));
}

/** What looks different, and the panels that it is true of; none where it is the whole dashboard. */
export interface Look {
  message: string;
  panels: string[];
}

/** What looks different, once for all panels that it is true of. */
export function looksOf(notes: Note[]): Look[] {
  const looks = new Map<string, Set<string>>();
  for (const { kind, message, panel = '' } of notes)
    if (kind === 'look') looks.set(message, (looks.get(message) ?? new Set()).add(panel));
  return [...looks].map(([message, panels]) => ({ message, panels: [...panels].filter(Boolean) }));
}

/** So many panels are named. */
const namedMax = 3;

/** `CPU, Load, Disk and 2 more panels`. */
export function panelWords(panels: string[]): string {
  const rest = panels.length - namedMax;
  if (rest <= 0) return panels.join(', ');
  return `${panels.slice(0, namedMax).join(', ')} and ${counted(rest, 'more panel')}`;
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
