import type { Language } from '../../api/types';

const texts: Record<Language, string> = {
  lucene: String.raw`"(?:[^"\\]|\\.)*"`,
  sql: String.raw`'(?:[^'\\]|\\.)*'`,
};

/** Puts a name in the place of another one, wherever a query means a field by it: not in texts, nor in longer names. */
export function replaceName(text: string, language: Language, name: string, known: string): string {
  const written = name.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  const end = language === 'lucene' ? '(?=:)' : String.raw`(?![\w.])`;
  // What comes first is tried first: a text is taken as a whole, unless the name itself begins there.
  const either = new RegExp(String.raw`(?<![\w.'"])${written}${end}|${texts[language]}`, 'gs');
  return text.replaceAll(either, (found) => (found === name ? known : found));
}
