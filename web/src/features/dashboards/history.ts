/** What was there before and after what is there now. */
export interface History<Value> {
  past: Value[];
  now: Value;
  future: Value[];
  /** When it was changed last, in epoch milliseconds. */
  changedAt: number;
}

/** So many steps can be taken back. */
const stepsMax = 100;
/** Changes that follow each other this fast are one step: somebody types. */
const oneStepMs = 700;

export function historyOf<Value>(now: Value): History<Value> {
  return { past: [], now, future: [], changedAt: 0 };
}

/** The history after a change; the same one when nothing changes. */
export function changed<Value>(history: History<Value>, now: Value, at: number): History<Value> {
  if (now === history.now) return history;
  const isTyped = at - history.changedAt < oneStepMs && history.past.length > 0;
  const past = isTyped ? history.past : [...history.past, history.now].slice(-stepsMax);
  return { past, now, future: [], changedAt: at };
}

/** The history a step back; the same one at its beginning. */
export function undone<Value>({ past, now, future, ...rest }: History<Value>): History<Value> {
  const before = past.at(-1);
  if (before === undefined) return { past, now, future, ...rest };
  return { past: past.slice(0, -1), now: before, future: [now, ...future], changedAt: 0 };
}

/** The history a step forward; the same one at its end. */
export function redone<Value>({ past, now, future, ...rest }: History<Value>): History<Value> {
  const [after, ...later] = future;
  if (after === undefined) return { past, now, future, ...rest };
  return { past: [...past, now], now: after, future: later, changedAt: 0 };
}
