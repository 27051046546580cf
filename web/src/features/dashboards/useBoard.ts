import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';

import { ApiError, isSignedOut } from '../../api/error';
import type { Versioned } from '../../api/client';
import type { Dashboard } from '../../api/stack.gen';
import { boardOf, bodyOf } from './board';
import { changed, historyOf, redone, undone, type History } from './history';
import { dashboardQuery, dashboardsQuery, readDashboard, replaceDashboard } from './calls';
import type { Board } from './types';

/** What somebody is changing, and the version that it was made from. */
interface Draft {
  boards: History<Board>;
  base: Versioned<Dashboard>;
}

/** Somebody else has saved meanwhile. */
export interface Conflict {
  base: Board;
  mine: Board;
  theirs: Board;
}

/** A dashboard that can be changed, saved and put back. */
export interface Editing {
  board: Board;
  isEditing: boolean;
  isDirty: boolean;
  /** Starts to change it, and changes it. */
  change: (make: (board: Board) => Board) => void;
  /** Takes the last change back; absent when there is none. */
  undo: (() => void) | undefined;
  /** Makes the change that was taken back last; absent when there is none. */
  redo: (() => void) | undefined;
  discard: () => void;
  save: () => void;
  isSaving: boolean;
  error: unknown;
  conflict: Conflict | null;
  /** Saves over what somebody else has saved. */
  overwrite: () => void;
  /** Drops the own changes and shows what somebody else has saved. */
  takeTheirs: () => void;
  closeConflict: () => void;
}

/** The version of a dashboard that the server has refused to overwrite. */
const preconditionFailed = 412;

export function useBoard(stored: Versioned<Dashboard>): Editing {
  const [draft, setDraft] = useState<Draft | null>(null);
  const [theirs, setTheirs] = useState<Versioned<Dashboard> | null>(null);
  const queryClient = useQueryClient();
  const id = stored.value.id;
  const show = (version: Versioned<Dashboard>) => {
    queryClient.setQueryData(dashboardQuery(id).queryKey, version);
    void queryClient.invalidateQueries({ queryKey: dashboardsQuery.queryKey, exact: true });
    setDraft(null);
    setTheirs(null);
  };
  const saving = useMutation({
    mutationFn: ({ board, etag }: { board: Board; etag: string }) => replaceDashboard(id, bodyOf(board), etag),
    onSuccess: show,
    async onError(error) {
      if (error instanceof ApiError && error.status === preconditionFailed) setTheirs(await readDashboard(id));
    },
  });
  const change = useCallback(
    (make: (board: Board) => Board) => {
      setDraft((before) => {
        const { boards, base } = before ?? { boards: historyOf(boardOf(stored.value)), base: stored };
        return { boards: changed(boards, make(boards.now), Date.now()), base };
      });
    },
    [stored],
  );
  const isConflict = theirs !== null;
  const mine = draft?.boards.now;
  const step = (take: (boards: History<Board>) => History<Board>) => () =>
    setDraft((before) => before && { ...before, boards: take(before.boards) });
  return {
    board: mine ?? boardOf(stored.value),
    isEditing: draft !== null,
    isDirty: draft !== null && JSON.stringify(mine) !== JSON.stringify(boardOf(draft.base.value)),
    change,
    undo: draft !== null && draft.boards.past.length > 0 ? step(undone) : undefined,
    redo: draft !== null && draft.boards.future.length > 0 ? step(redone) : undefined,
    discard: () => setDraft(null),
    save: () => draft !== null && saving.mutate({ board: draft.boards.now, etag: draft.base.etag }),
    isSaving: saving.isPending,
    // That the session has ended is said by a dialog of its own.
    error: isConflict || isSignedOut(saving.error) ? null : saving.error,
    conflict:
      isConflict && draft !== null
        ? { base: boardOf(draft.base.value), mine: draft.boards.now, theirs: boardOf(theirs.value) }
        : null,
    overwrite: () => draft !== null && theirs !== null && saving.mutate({ board: draft.boards.now, etag: theirs.etag }),
    takeTheirs: () => theirs !== null && show(theirs),
    closeConflict: () => setTheirs(null),
  };
}
