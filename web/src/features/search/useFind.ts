import { useDeferredValue, useEffect, useMemo, useState, type RefObject } from 'react';

import type { Source } from '../../api/stack.gen';
import type { Row } from '../../api/telemetry';
import { placesOf } from '../../components/found';
import type { TableSteps } from '../../components/VirtualTable';
import { shownText } from './rowColumns';

/** A text that is looked for in the rows that are loaded. */
export interface Find {
  text: string;
  setText: (text: string) => void;
  /** How many rows show it, and the number of the one that is shown, from one. */
  count: number;
  number: number;
  /** The place of that row in the table; null without one. */
  foundAt: number | null;
  step: (by: number) => void;
}

interface Searched {
  source: Source;
  columns: string[];
  rows: Row[];
  steps: RefObject<TableSteps | null>;
}

const none: Row[] = [];

/** Finds a text in rows, and brings one after another into sight. */
export function useFind({ source, columns, rows, steps }: Searched): Find {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const wanted = useDeferredValue(text);
  const places = useMemo(() => {
    // A time is not shown as it is stored.
    const texts = columns.filter((column) => column !== 'Timestamp');
    return placesOf(
      wanted === '' ? none : rows,
      (row) => texts.map((column) => shownText(row, column, source)),
      wanted,
    );
  }, [rows, columns, source, wanted]);
  const at = Math.min(chosen, places.length - 1);
  const show = (place: number | undefined) => place !== undefined && steps.current?.show(place);
  useEffect(() => {
    show(places[0]);
    // Another text begins at its first row; more rows leave the table where it is.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [wanted]);
  return {
    text,
    setText(next) {
      setText(next);
      setChosen(0);
    },
    count: places.length,
    number: at + 1,
    foundAt: places[at] ?? null,
    step(by) {
      const next = places.length === 0 ? 0 : (at + by + places.length) % places.length;
      setChosen(next);
      show(places[next]);
    },
  };
}
