/** A mistake that the server found, and where: the first line and character are 1. */
export interface Mistake {
  message: string;
  line: number;
  column: number;
}

/** Reads the place out of what the server says about an expression; null when it names none. */
export function mistakeIn(said: string): Mistake | null {
  const match = /^(\d+):(\d+): (?:parse error: )?(.+)$/s.exec(said);
  if (match === null) return null;
  const [, line, column, message = ''] = match;
  return { message, line: Number(line), column: Number(column) };
}

/** The sentence about a mistake: with the line where there are several. */
export function mistakeWords(said: string, text: string): string {
  const mistake = mistakeIn(said);
  if (mistake === null) return said;
  const { message, line, column } = mistake;
  const sentence = message.charAt(0).toUpperCase() + message.slice(1).replace(/\.$/, '');
  const place = text.includes('\n') ? `line ${line}, character ${column}` : `character ${column}`;
  return `${sentence} (${place}).`;
}

/** Where in a text a mistake is; characters outside of the basic plane are two units long. */
export function offsetOf(text: string, { line, column }: Pick<Mistake, 'line' | 'column'>): number {
  const lines = text.split('\n');
  const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  const within = [...(lines[line - 1] ?? '')].slice(0, column - 1).join('').length;
  return Math.min(before + within, text.length);
}
