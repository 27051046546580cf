import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { Box } from '@mantine/core';
import { useEffect, useRef } from 'react';

import { editorSetup, setMistake, type Hints } from './editor';
import { listPlace } from './listPlace';
import classes from './QueryField.module.css';
import type { Language } from '../../api/types';

export interface QueryFieldProps {
  label: string;
  placeholder: string;
  language: Language;
  value: string;
  onChange: (text: string) => void;
  /** Enter was pressed. */
  onRun?: () => void;
  /** The field has lost the focus. */
  onLeave?: () => void;
  hints: Hints;
  /** The sign, counted from zero, at which the server found a mistake. */
  mistakeAt?: number | null;
  /** Something is wrong with it, wherever. */
  isInvalid?: boolean;
  /** It is what the page is about: it has the focus at first, and gets it by a shortcut. */
  isMain?: boolean;
}

/** A field for a condition in one of the two query languages: it completes fields and values. */
export function QueryField(props: QueryFieldProps) {
  const {
    language,
    label,
    placeholder,
    value,
    mistakeAt = null,
    isInvalid = mistakeAt !== null,
    isMain = false,
  } = props;
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
          editorSetup({
            language,
            label,
            placeholder,
            hints: {
              fields: () => latest.current.hints.fields(),
              values: (field, text) => latest.current.hints.values(field, text),
            },
            onChange: (text) => latest.current.onChange(text),
            onRun: () => latest.current.onRun?.(),
            onLeave: () => latest.current.onLeave?.(),
          }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, [language, label, placeholder]);
  useEffect(() => {
    const editor = view.current;
    if (editor === null) return;
    const text = editor.state.doc.toString();
    if (text !== value)
      editor.dispatch({ changes: { from: 0, to: text.length, insert: value }, selection: { anchor: value.length } });
    editor.dispatch({ effects: setMistake.of(mistakeAt) });
    editor.contentDOM.setAttribute('aria-invalid', String(isInvalid));
  }, [mistakeAt, isInvalid, value]);
  useEffect(() => {
    if (isMain) view.current?.focus();
  }, [isMain]);
  return (
    <Box
      ref={place}
      className={classes.field}
      data-search-field={isMain || undefined}
      data-mistake={isInvalid || undefined}
    />
  );
}
