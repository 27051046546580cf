import type { Language } from '../../api/types';

/** A text as the Lucene-like language writes it. */
export function luceneText(value: string): string {
  return `"${escaped(value, '"')}"`;
}

/** A text as SQL writes it. */
export function sqlText(value: string): string {
  return `'${escaped(value, "'")}'`;
}

/** A value as the language writes it. */
export function quoted(value: string, language: Language): string {
  return language === 'sql' ? sqlText(value) : luceneText(value);
}

/** Control characters are refused as they are: one may hide in a query, or end its line. */
function escaped(value: string, quote: string): string {
  return value
    .replaceAll('\\', String.raw`\\`)
    .replaceAll(quote, `\\${quote}`)
    .replaceAll(/\p{Cc}/gu, controlText);
}

function controlText(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  return code < 0x80 ? String.raw`\x${hex.padStart(2, '0')}` : String.raw`\u${hex.padStart(4, '0')}`;
}

/** What stands between quotes of SQL, as it was before it was written so. */
export function unescaped(text: string): string {
  return text.replaceAll(/\\(?:x([\da-f]{2})|u([\da-f]{4})|(.))/gs, (_, byte?: string, unit?: string, sign = '') => {
    const hex = byte ?? unit;
    return hex === undefined ? sign : String.fromCodePoint(Number.parseInt(hex, 16));
  });
}
