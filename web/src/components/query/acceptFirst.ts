import {
  acceptCompletion,
  currentCompletions,
  selectedCompletionIndex,
  setSelectedCompletion,
} from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';

/** Takes the option that was chosen, or the first one; without a list the key leaves the field. */
export function acceptFirst(view: EditorView): boolean {
  if (currentCompletions(view.state).length === 0) return false;
  if (selectedCompletionIndex(view.state) === null) view.dispatch({ effects: setSelectedCompletion(0) });
  acceptCompletion(view);
  return true;
}
