import { useEffect, useRef, useState } from 'react';

import { tailAddress, type Row } from '../../api/telemetry';
import { addRows, type TailEvent } from './tailRows';
import type { Asked } from './queries';

/** What a tail has brought so far. */
export interface Tail {
  rows: Row[];
  hasSkipped: boolean;
  state: 'connecting' | 'open' | 'refused';
}

/**
 * Follows the rows of a search. While it is paused rows are collected, not
 * shown. To ask for other rows, mount it anew.
 */
export function useTail({ source, where, language }: Asked, select: string, isPaused: boolean): Tail {
  const [rows, setRows] = useState<Row[]>([]);
  const [hasSkipped, setSkipped] = useState(false);
  const [state, setState] = useState<Tail['state']>('connecting');
  const waiting = useRef<Row[]>([]);
  const paused = useRef(isPaused);
  useEffect(() => {
    paused.current = isPaused;
    if (!isPaused && waiting.current.length > 0) setRows((before) => addRows(before, waiting.current.splice(0)));
  }, [isPaused]);
  useEffect(() => {
    const events = new EventSource(tailAddress(source.id, where, language, select));
    events.addEventListener('open', () => setState('open'));
    events.addEventListener('error', () =>
      setState(events.readyState === EventSource.CLOSED ? 'refused' : 'connecting'),
    );
    events.addEventListener('rows', (event) => {
      const { data, skipped } = JSON.parse(String(event.data)) as TailEvent;
      setState('open');
      setSkipped(skipped);
      if (data.length === 0) return;
      if (paused.current) waiting.current = addRows([], [...waiting.current, ...data]).toReversed();
      else setRows((before) => addRows(before, data));
    });
    return () => events.close();
  }, [source.id, where, language, select]);
  return { rows, hasSkipped, state };
}
