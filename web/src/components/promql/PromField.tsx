import { forceLinting } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { Box } from '@mantine/core';
import { useEffect, useRef } from 'react';

import { listPlace } from '../query/listPlace';
import query from '../query/QueryField.module.css';
import type { PromReads } from './client';
import { mistakeChanged, promEditor } from './editor';
import type { Mistake } from './position';
import classes from './PromField.module.css';

export interface PromFieldProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** Enter was pressed. */
  onRun?: () => void;
  /** The keys for the Format command were pressed. */
  onFormat?: () => void;
  reads: PromReads;
  /** The variables of the dashboard. */
  variables?: string[];
  /** What the server found wrong with the text as it is, and where. */
  mistake?: Mistake | null;
  /** Something is wrong with it, wherever. */
  isInvalid?: boolean;
  /** It is what the page is about: it has the focus at first, and gets it by a shortcut. */
  isMain?: boolean;
}

const example = 'sum by (job) (rate(http_requests_total[$__rate_interval]))';

/** A field for an expression in PromQL: it completes names and values, and marks mistakes. */
export function PromField(props: PromFieldProps) {
  const { label, value, mistake = null, isInvalid = mistake !== null, isMain = false } = props;
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    if (place.current === null) return undefined;
    const editor = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: latest.current.value,
        selection: { anchor: latest.current.value.length },
        extensions: [
          listPlace(place.current),
          promEditor({
            label,
            placeholder: example,
            reads: latestReads(latest),
            variables: () => latest.current.variables ?? [],
            mistake: () => latest.current.mistake ?? null,
            onChange: (text) => latest.current.onChange(text),
            onRun: () => latest.current.onRun?.(),
            onFormat: () => latest.current.onFormat?.(),
          }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, [label]);
  useEffect(() => {
    const editor = view.current;
    if (editor === null) return;
    const text = editor.state.doc.toString();
    if (text !== value)
      editor.dispatch({ changes: { from: 0, to: text.length, insert: value }, selection: { anchor: value.length } });
    editor.contentDOM.setAttribute('aria-invalid', String(isInvalid));
  }, [isInvalid, value]);
  const said = mistake === null ? '' : `${mistake.line}:${mistake.column} ${mistake.message}`;
  useEffect(() => {
    if (view.current === null) return;
    view.current.dispatch({ effects: mistakeChanged.of(null) });
    if (said !== '') forceLinting(view.current);
  }, [said]);
  useEffect(() => {
    if (isMain) view.current?.focus();
  }, [isMain]);
  return (
    <Box
      ref={place}
      className={`${query.field} ${classes.field}`}
      data-search-field={isMain || undefined}
      data-mistake={isInvalid || undefined}
    />
  );
}

/** The reads of the time: those of the last drawing. */
function latestReads(latest: { current: PromFieldProps }): PromReads {
  return {
    labels: (selector) => latest.current.reads.labels(selector),
    values: (label, selector) => latest.current.reads.values(label, selector),
    metadata: () => latest.current.reads.metadata(),
    format: (text) => latest.current.reads.format(text),
  };
}
