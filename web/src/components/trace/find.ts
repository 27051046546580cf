import type { TraceSpan } from './model';

/** Stands between what is said in different places, so that nothing is found across them. */
const between = '\n';

/**
 * All that each span says, in small letters: its name, its service, its ids, and the values of its
 * attributes. Names of attributes are left out, as every span has the same ones.
 */
export function textsOf(spans: TraceSpan[]): string[] {
  return spans.map(({ name, service, message, row, events }) => {
    const said: string[] = [];
    say([name, service, message, row, events.map((event) => [event.name, event.attributes])], said);
    return said.join(between).toLowerCase();
  });
}

function say(value: unknown, said: string[]): void {
  if (typeof value !== 'object' || value === null) said.push(String(value));
  else for (const part of Object.values(value)) say(part, said);
}

/** The spans that say something in any letter case; texts are theirs. */
export function foundIn(spans: TraceSpan[], texts: string[], wanted: string): TraceSpan[] {
  const word = wanted.trim().toLowerCase();
  return word === '' ? [] : spans.filter((_, at) => texts[at]?.includes(word) === true);
}

/** The one after a span, or before it, in the order of the trace; from the last the first follows. */
export function stepIn(spans: TraceSpan[], among: TraceSpan[], openId: string, by: 1 | -1): TraceSpan | undefined {
  const at = spans.findIndex(({ id }) => id === openId);
  const wanted = new Set(among);
  if (by === 1) return spans.find((span, place) => place > at && wanted.has(span)) ?? among[0];
  return spans.findLast((span, place) => place < at && wanted.has(span)) ?? among.at(-1);
}

/** The ids of the spans above one, the nearest first. */
export function ancestorsOf(spans: TraceSpan[], id: string): Set<string> {
  const byId = new Map(spans.map((span) => [span.id, span]));
  const above = new Set<string>();
  let parent = byId.get(byId.get(id)?.parentId ?? '');
  while (parent !== undefined && !above.has(parent.id)) {
    above.add(parent.id);
    parent = byId.get(parent.parentId);
  }
  return above;
}
