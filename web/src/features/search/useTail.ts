import { useEffect, useRef, useState } from 'react';

import type { MissingShard } from '../../api/stack.gen';
import { tailAddress, type Row, type Tailed } from '../../api/telemetry';
import { addRows, tailRowsMax, type TailEvent } from './tailRows';

/** What a tail has brought so far. */
export interface Tail {
  rows: Row[];
  /** How many rows came while it was held. */
  waiting: number;
  /** Shows them. */
  flush: () => void;
  hasSkipped: boolean;
  /** The shards that it lacks. */
  missing: MissingShard[];
  state: 'connecting' | 'open' | 'lost' | 'refused';
}

const none: MissingShard[] = [];

/**
 * Follows the rows of a search. While it is held rows are collected, not
 * shown. To ask for other rows, mount it anew.
 */
export function useTail({ sourceId, where, whereLanguage, select }: Tailed, isHeld: boolean): Tail {
  const [rows, setRows] = useState<Row[]>([]);
  const [waiting, setWaiting] = useState<Row[]>([]);
  const [hasSkipped, setSkipped] = useState(false);
  const [missing, setMissing] = useState(none);
  const [state, setState] = useState<Tail['state']>('connecting');
  const held = useRef(isHeld);
  const flush = () => {
    if (waiting.length === 0) return;
    setRows([...waiting, ...rows].slice(0, tailRowsMax));
    setWaiting([]);
  };
  useEffect(() => {
    held.current = isHeld;
    if (!isHeld) flush();
    // What waits is shown when it is let go, not whenever something comes.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isHeld]);
  useEffect(() => {
    const events = new EventSource(tailAddress({ sourceId, where, whereLanguage, select }));
    events.addEventListener('open', () => setState('open'));
    events.addEventListener('error', () => setState(events.readyState === EventSource.CLOSED ? 'refused' : 'lost'));
    events.addEventListener('rows', (event) => {
      const { data, skipped, partial } = JSON.parse(String(event.data)) as TailEvent;
      setState('open');
      setSkipped(skipped);
      setMissing((before) => (JSON.stringify(before) === JSON.stringify(partial ?? none) ? before : (partial ?? none)));
      if (data.length === 0) return;
      const set = held.current ? setWaiting : setRows;
      set((before) => addRows(before, data));
    });
    return () => events.close();
  }, [sourceId, where, whereLanguage, select]);
  return { rows, waiting: waiting.length, flush, hasSkipped, missing, state };
}
