import type { TraceSpan } from './model';

/** How long each span was busy itself, in milliseconds: while none of its children ran. */
export function selfTimes(spans: TraceSpan[]): Map<string, number> {
  const children = childrenOf(spans);
  return new Map(spans.map((span) => [span.id, span.length - covered(span, children.get(span.id) ?? [])]));
}

function childrenOf(spans: TraceSpan[]): Map<string, TraceSpan[]> {
  const children = new Map<string, TraceSpan[]>();
  for (const span of spans) {
    if (span.parentId === span.id) continue;
    const siblings = children.get(span.parentId);
    if (siblings === undefined) children.set(span.parentId, [span]);
    else siblings.push(span);
  }
  return children;
}

/** How much of a span its children take, those that run at once counted once. */
function covered({ start, length }: TraceSpan, children: TraceSpan[]): number {
  let [sum, upTo] = [0, start];
  for (const child of children.toSorted((one, other) => one.start - other.start)) {
    const [from, to] = [Math.max(child.start, upTo), Math.min(child.start + child.length, start + length)];
    if (to > from) sum += to - from;
    upTo = Math.max(upTo, to);
  }
  return sum;
}

/**
 * The spans that the whole took as long for: from the end of the first span
 * back, always the child that ended last before.
 */
export function criticalPath(spans: TraceSpan[]): ReadonlySet<string> {
  const children = childrenOf(spans);
  const path = new Set<string>();
  const [root] = spans;
  const stack = root === undefined ? [] : [{ span: root, until: root.start + root.length }];
  while (stack.length > 0) {
    const next = stack.pop();
    if (next === undefined || path.has(next.span.id)) continue;
    path.add(next.span.id);
    for (const one of lastOnes(children.get(next.span.id) ?? [], next.until)) stack.push(one);
  }
  return path;
}

/** The children that their parent waited for, from its end back. */
function lastOnes(children: TraceSpan[], until: number): { span: TraceSpan; until: number }[] {
  const chosen: { span: TraceSpan; until: number }[] = [];
  let at = until;
  for (const span of children.toSorted((one, other) => endOf(other) - endOf(one))) {
    // Nobody waits for a child that outlives its parent, nor for what ran beside a longer one.
    if (endOf(span) > until || span.start >= at) continue;
    chosen.push({ span, until: Math.min(endOf(span), at) });
    at = span.start;
  }
  return chosen;
}

function endOf({ start, length }: TraceSpan): number {
  return start + length;
}
