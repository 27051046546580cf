/**
 * Says whether a key leaves a window: Escape pressed in it, or nowhere while it
 * is the topmost. An open list of the field that has the focus closes first.
 */
export function escapeBelongsTo(event: KeyboardEvent, window: HTMLElement | null): boolean {
  if (event.key !== 'Escape' || event.isComposing || window === null || !(event.target instanceof Element))
    return false;
  if (event.target === document.body) return isTopmost(window);
  return window.contains(event.target) && event.target.closest('[data-mantine-stop-propagation="true"]') === null;
}

/** Dialogs stand in the document in the order in which they were opened. */
function isTopmost(window: HTMLElement): boolean {
  return window.contains([...document.querySelectorAll('[role="dialog"]')].at(-1) ?? null);
}
