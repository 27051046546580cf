import { useDeferredValue, useMemo, useState } from 'react';

import { usePageShortcuts } from '../pageShortcuts';
import { ancestorsOf, foundIn, stepIn } from './find';
import { unfolded, type TraceModel, type TraceSpan } from './model';
import { criticalPath } from './times';
import { viewOf, type TimeView } from './view';

const nothing: ReadonlySet<string> = new Set();

/** What a person does with a waterfall: folds, finds, goes from error to error, and looks closer. */
export function useExploring(model: TraceModel, openId: string, onOpen: (span: TraceSpan) => void) {
  const { spans, length } = model;
  const [folded, setFolded] = useState(nothing);
  const [view, setView] = useState<TimeView | null>(null);
  const [text, setText] = useState('');
  const [isPath, setPath] = useState(false);
  const sought = useDeferredValue(text);
  const shown = useMemo(() => unfolded(spans, folded), [spans, folded]);
  const found = useMemo(() => foundIn(spans, sought), [spans, sought]);
  const errors = useMemo(() => spans.filter(({ isError }) => isError), [spans]);
  const path = useMemo(() => (isPath ? criticalPath(spans) : nothing), [isPath, spans]);
  const go = (span: TraceSpan | undefined) => {
    if (span === undefined) return;
    const above = ancestorsOf(spans, span.id);
    setFolded((before) => new Set([...before].filter((id) => !above.includes(id))));
    onOpen(span);
  };
  const toError = (by: 1 | -1) => go(stepIn(spans, errors, openId, by));
  const zoomToOpen = () => {
    const open = spans.find(({ id }) => id === openId) ?? spans[0];
    if (open !== undefined) setView(viewOf(open, length));
  };
  const resetZoom = () => setView(null);
  usePageShortcuts([
    { keys: '↑ ↓', name: 'Previous or next span' },
    { keys: '← →', name: 'Collapse or expand the span' },
    { keys: 'Enter', name: 'Read the span' },
    { keys: 'e', name: 'Next error', run: () => toError(1) },
    { keys: 'E', name: 'Previous error', run: () => toError(-1) },
    { keys: 'z', name: 'Zoom to the span', run: zoomToOpen },
    { keys: 'Z', name: 'Reset zoom', run: resetZoom },
  ]);
  return {
    shown,
    folded,
    fold: (id: string) => setFolded((before) => toggled(before, id)),
    foldAll: () => setFolded(new Set(spans.filter(({ childCount }) => childCount > 0).map(({ id }) => id))),
    unfoldAll: () => setFolded(nothing),
    view: view ?? { from: 0, length },
    isZoomed: view !== null,
    setView,
    zoomToOpen,
    resetZoom,
    text,
    setText,
    found,
    foundIds: useMemo(() => new Set(found.map(({ id }) => id)), [found]),
    foundAt: found.findIndex(({ id }) => id === openId),
    toFound: (by: 1 | -1) => go(stepIn(spans, found, openId, by)),
    errorCount: errors.length,
    toError,
    isPath,
    setPath,
    path,
  };
}

export type Exploring = ReturnType<typeof useExploring>;

function toggled(before: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const after = new Set(before);
  if (!after.delete(id)) after.add(id);
  return after;
}
