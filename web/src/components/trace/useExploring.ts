import { useCallback, useDeferredValue, useMemo, useState } from 'react';

import { usePageShortcuts } from '../pageShortcuts';
import { ancestorsOf, foundIn, stepIn, textsOf } from './find';
import type { ChangeLook, TraceLook } from './look';
import { unfolded, type TraceModel, type TraceSpan } from './model';
import { criticalPath } from './times';
import { useTypedFind } from '../useTypedFind';
import { viewOf, viewWithin } from './view';

const nothing: ReadonlySet<string> = new Set();
const noTexts: string[] = [];

/** A trace, what is looked at in it, and the span that is open. */
export interface Explored {
  model: TraceModel;
  look: TraceLook;
  onLook: ChangeLook;
  openId: string;
  /** How many spans of the whole trace failed, those that are not shown included. */
  errorsInAll: number;
}

/**
 * What a person does with a waterfall: folds, finds, goes from error to error, and looks closer. onKeyed puts the
 * focus into it after a key that works on the whole page.
 */
export function useExploring({
  model,
  look,
  onLook,
  openId,
  errorsInAll,
  onKeyed,
}: Explored & { onKeyed: () => void }) {
  const { spans, length } = model;
  const [folded, setFolded] = useState(nothing);
  const [isPath, setPath] = useState(false);
  const shown = useMemo(() => unfolded(spans, folded), [spans, folded]);
  const errors = useMemo(() => spans.filter(({ isError }) => isError), [spans]);
  const path = useMemo(() => (isPath ? criticalPath(spans) : nothing), [isPath, spans]);
  const view = useMemo(() => viewWithin(look.zoom, length), [look.zoom, length]);
  const finding = useFinding(spans, look.find, (find) => onLook({ find }, true));
  // What is typed may not have settled yet; an address is whole at every step.
  const change: ChangeLook = (part, isPassing) => onLook({ find: finding.text, ...part }, isPassing);
  const go = (span: TraceSpan | undefined) => {
    if (span === undefined) return;
    const above = ancestorsOf(spans, span.id);
    setFolded((before) => new Set([...before].filter((id) => !above.has(id))));
    change({ span: span.id }, true);
  };
  const toError = (by: 1 | -1) => go(stepIn(spans, errors, openId, by));
  // From there the arrow keys go on.
  const keyToError = (by: 1 | -1) => {
    toError(by);
    onKeyed();
  };
  const zoomToOpen = () => {
    const open = spans.find(({ id }) => id === openId) ?? spans[0];
    if (open !== undefined) change({ zoom: viewOf(open, length) });
  };
  const resetZoom = () => look.zoom !== null && change({ zoom: null });
  usePageShortcuts([
    { keys: '↑ ↓', name: 'Previous or next span' },
    { keys: '← →', name: 'Collapse or expand the span, or go to its parent or first child' },
    { keys: 'Enter', name: 'Read the span' },
    { keys: 'e', name: 'Next error', run: () => keyToError(1) },
    { keys: 'E', name: 'Previous error', run: () => keyToError(-1) },
    { keys: 'z', name: 'Zoom to the span', run: zoomToOpen },
    { keys: 'Z', name: 'Reset zoom', run: resetZoom },
  ]);
  return {
    shown,
    folded,
    fold: useCallback((id: string) => setFolded((before) => toggled(before, id)), []),
    foldAll: () => setFolded(new Set(spans.filter(({ childCount }) => childCount > 0).map(({ id }) => id))),
    unfoldAll: () => setFolded(nothing),
    view,
    isZoomed: look.zoom !== null,
    zoomToOpen,
    resetZoom,
    ...finding,
    foundAt: finding.found.findIndex(({ id }) => id === openId),
    toFound: (by: 1 | -1) => go(stepIn(spans, finding.found, openId, by)),
    errorCount: errors.length,
    errorsInAll,
    toError,
    isPath,
    setPath,
    path,
  };
}

export type Exploring = ReturnType<typeof useExploring>;

/** What is typed into the box, and the spans that say it. */
function useFinding(spans: TraceSpan[], find: string, onFind: (find: string) => void) {
  const [text, setText] = useTypedFind(find, onFind);
  const sought = useDeferredValue(text);
  const isSeeking = sought.trim() !== '';
  const texts = useMemo(() => (isSeeking ? textsOf(spans) : noTexts), [spans, isSeeking]);
  const found = useMemo(() => foundIn(spans, texts, sought), [spans, texts, sought]);
  const foundIds = useMemo(() => new Set(found.map(({ id }) => id)), [found]);
  return { text, setText, found, foundIds };
}

function toggled(before: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const after = new Set(before);
  if (!after.delete(id)) after.add(id);
  return after;
}
