import type { TraceSpan } from './model';

/** The spans that say a text: in their name, their service, their ids, or a value of any attribute. */
export function foundIn(spans: TraceSpan[], text: string): TraceSpan[] {
  const word = text.trim().toLowerCase();
  return word === '' ? [] : spans.filter((span) => says(span, word));
}

function says({ name, service, message, row, events }: TraceSpan, word: string): boolean {
  return [name, service, message, row, events.map((event) => [event.name, event.attributes])].some((part) =>
    has(part, word),
  );
}

/** Values are looked into, names of attributes are not: every span has the same ones. */
function has(value: unknown, word: string): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some((part) => has(part, word));
  return String(value).toLowerCase().includes(word);
}

/** The one after a span, or before it, in the order of the trace; from the last the first follows. */
export function stepIn(spans: TraceSpan[], among: TraceSpan[], openId: string, by: 1 | -1): TraceSpan | undefined {
  const at = spans.findIndex(({ id }) => id === openId);
  const places = new Map(spans.map((span, place) => [span, place]));
  const placeOf = (span: TraceSpan) => places.get(span) ?? 0;
  if (by === 1) return among.find((span) => placeOf(span) > at) ?? among[0];
  return among.findLast((span) => placeOf(span) < at) ?? among.at(-1);
}

/** The ids of the spans above one, so that they can be unfolded. */
export function ancestorsOf(spans: TraceSpan[], id: string): string[] {
  const byId = new Map(spans.map((span) => [span.id, span]));
  const above: string[] = [];
  let parent = byId.get(byId.get(id)?.parentId ?? '');
  while (parent !== undefined && !above.includes(parent.id)) {
    above.push(parent.id);
    parent = byId.get(parent.parentId);
  }
  return above;
}
