import type { Extension } from '@codemirror/state';
import { tooltips } from '@codemirror/view';

/**
 * Lists and hints of a field stand in the page that the field is in, where
 * assistive technology looks for them. A dialog would cut them off, so that of
 * its fields stand above everything.
 */
export function listPlace(field: Element): Extension {
  return tooltips({ position: 'fixed', parent: field.closest('main') ?? document.body });
}
