import { useBlocker } from '@tanstack/react-router';

import { hasUnsaved, useUnsaved } from '../../components/unsaved';
import { ConfirmDialog } from '../parts/Dialogs';

/** Asks before somebody leaves a page whose changes are not saved. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  useUnsaved(isDirty);
  const blocker = useBlocker({
    // Filters and times are in the address of the page itself.
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty && hasUnsaved(),
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <ConfirmDialog
      title="Leave without saving?"
      confirm="Discard changes"
      onConfirm={() => Promise.resolve(blocker.proceed())}
      onClose={blocker.reset}
    >
      This dashboard has changes that are not saved.
    </ConfirmDialog>
  );
}
