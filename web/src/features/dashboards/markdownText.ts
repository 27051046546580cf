/** A block of a text. */
export type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'list'; isOrdered: boolean; items: string[] }
  | { kind: 'table'; rows: string[][] }
  | { kind: 'code' | 'quote' | 'paragraph'; text: string }
  | { kind: 'rule' };

/** A run of signs within a block. */
export type Span =
  | { kind: 'text' | 'strong' | 'emphasis' | 'code'; text: string }
  | { kind: 'link'; text: string; href: string };

const ordered = /^\s*\d+[.)]\s+/;
const bullet = /^\s*[-*+]\s+/;

/** Splits a text into its blocks. What has no meaning here stays text. */
export function blocksOf(text: string): Block[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const blocks: Block[] = [];
  while (lines.length > 0) {
    const block = takeBlock(lines);
    if (block !== null) blocks.push(block);
  }
  return blocks;
}

/** Takes the lines of one block off the front; null for an empty line. */
function takeBlock(lines: string[]): Block | null {
  const line = lines.shift() ?? '';
  if (line.trim() === '') return null;
  if (line.startsWith('```')) return takeCode(lines);
  const heading = /^(#{1,4})\s+(.*)$/.exec(line);
  if (heading !== null) return { kind: 'heading', level: heading[1]?.length ?? 1, text: heading[2] ?? '' };
  if (/^\s*(?:-{3,}|\*{3,})\s*$/.test(line)) return { kind: 'rule' };
  for (const [mark, isOrdered] of [
    [bullet, false],
    [ordered, true],
  ] as const) {
    if (mark.test(line))
      return {
        kind: 'list',
        isOrdered,
        items: [line, ...takeWhile(lines, (next) => mark.test(next))].map((item) => item.replace(mark, '')),
      };
  }
  if (line.startsWith('>'))
    return {
      kind: 'quote',
      text: [line, ...takeWhile(lines, (next) => next.startsWith('>'))]
        .map((one) => one.replace(/^>\s?/, ''))
        .join(' '),
    };
  if (isTable(line, lines[0])) return takeTable(line, lines);
  return { kind: 'paragraph', text: [line, ...takeWhile(lines, isPlain)].join(' ') };
}

function takeCode(lines: string[]): Block {
  const text = takeWhile(lines, (next) => !next.startsWith('```')).join('\n');
  lines.shift();
  return { kind: 'code', text };
}

function isTable(line: string, next: string | undefined): boolean {
  return line.includes('|') && next !== undefined && /^[\s|:-]*-[\s|:-]*$/.test(next) && next.includes('|');
}

function takeTable(head: string, lines: string[]): Block {
  lines.shift();
  const rows = [head, ...takeWhile(lines, (next) => next.includes('|'))];
  return {
    kind: 'table',
    rows: rows.map((row) =>
      row
        .replace(/^\s*\|/, '')
        .replace(/\|\s*$/, '')
        .split('|')
        .map((cell) => cell.trim()),
    ),
  };
}

function isPlain(line: string): boolean {
  return line.trim() !== '' && !/^(?:```|#{1,4}\s|>)/.test(line) && !bullet.test(line) && !ordered.test(line);
}

function takeWhile(lines: string[], isPart: (line: string) => boolean): string[] {
  const end = lines.findIndex((line) => !isPart(line));
  return lines.splice(0, end < 0 ? lines.length : end);
}

const inline = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\(([^)\s]+)\)/g;

/** Splits a line into its spans. A link leads to the web or stays text. */
export function spansOf(text: string): Span[] {
  const spans: Span[] = [];
  let end = 0;
  for (const match of text.matchAll(inline)) {
    if (match.index > end) spans.push({ kind: 'text', text: text.slice(end, match.index) });
    spans.push(spanOf(match));
    end = match.index + match[0].length;
  }
  if (end < text.length) spans.push({ kind: 'text', text: text.slice(end) });
  return spans;
}

function spanOf([whole, code, strong, emphasis, label, href]: RegExpExecArray | RegExpMatchArray): Span {
  if (code !== undefined) return { kind: 'code', text: code };
  if (strong !== undefined) return { kind: 'strong', text: strong };
  if (emphasis !== undefined) return { kind: 'emphasis', text: emphasis };
  return href !== undefined && /^(?:https?:\/\/|\/(?!\/))/.test(href)
    ? { kind: 'link', text: label ?? href, href }
    : { kind: 'text', text: whole ?? '' };
}
