/** A shape that messages share, and how often it occurs. */
export interface Pattern {
  text: string;
  count: number;
  /** One of the messages. */
  sample: string;
}

/** What differs between messages of one shape, from the most particular to the least. */
const masks: [RegExp, string][] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<uuid>'],
  [/\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?/g, '<time>'],
  [/\b[\w.+-]+@[\w-]+\.[\w.-]+\b/g, '<e-mail>'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g, '<ip>'],
  [/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{8,}\b/gi, '<hex>'],
  [/(["'`])(?:(?!\1).){1,200}\1/g, '<text>'],
  [/-?\b\d+(?:\.\d+)?/g, '<n>'],
];

const lengthMax = 500;

/** The shape of a message: what differs is masked. */
export function shapeOf(message: string): string {
  const line = message.slice(0, lengthMax).replaceAll(/\s+/g, ' ').trim();
  return masks.reduce((text, [mask, name]) => text.replaceAll(mask, name), line);
}

/** The shapes of messages, the most frequent first. */
export function patternsOf(messages: string[]): Pattern[] {
  const patterns = new Map<string, Pattern>();
  for (const sample of messages) {
    const text = shapeOf(sample);
    const known = patterns.get(text);
    if (known === undefined) patterns.set(text, { text, count: 1, sample });
    else known.count += 1;
  }
  return [...patterns.values()].toSorted((a, b) => b.count - a.count || a.text.localeCompare(b.text));
}
