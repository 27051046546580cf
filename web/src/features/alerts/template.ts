const tag = /(?<!\\)\{\{\{?\s*([^{}]*?)\s*\}?\}\}/g;
const path = /^[A-Za-z_][\w/:@-]*(?:\.(?:[\w/:@-]+|\[[^[\]]+\]))*$/;
const attribute = 'attributes.';

/** A text with a variable put where the caret is, and where the caret is then. */
export function withVariable(text: string, start: number, end: number, name: string): { text: string; caret: number } {
  const written = `{{${inBrackets(name)}}}`;
  return { text: text.slice(0, start) + written + text.slice(end), caret: start + written.length };
}

/** Names of attributes that are more than letters stand in brackets. */
function inBrackets(name: string): string {
  if (!name.startsWith(attribute) || path.test(name)) return name;
  return `${attribute}[${name.slice(attribute.length)}]`;
}

/** The variables that a template names, each once: those of its conditions too. */
export function variablesIn(text: string): string[] {
  const names = [...text.matchAll(tag)].flatMap(([, inside = '']) => namesIn(inside));
  return [...new Set(names.map((name) => name.replaceAll(/[[\]]/g, '')))];
}

function namesIn(inside: string): string[] {
  if (inside.startsWith('!') || inside.startsWith('/') || inside === 'else') return [];
  const match = /^#is_match\s+"([^"]+)"/.exec(inside);
  if (match?.[1] !== undefined) return [match[1]];
  const rest = inside.replace(/^#(?:if|unless)\s+/, '').replace(/^\(eq\s+(.*)\)$/, '$1');
  return (rest.match(/"[^"]*"|'[^']*'|\S+/g) ?? []).filter((word) => path.test(word));
}

/** The variables of a template that do not exist. */
export function unknownVariables(text: string, known: string[]): string[] {
  return variablesIn(text).filter((name) => !known.includes(name) && !name.startsWith(attribute));
}

/** What to say at a field about variables that do not exist; null when all do. */
export function unknownWords(text: string, known: string[]): string | null {
  const [first] = known.length === 0 ? [] : unknownVariables(text, known);
  if (first === undefined) return null;
  const close = known.find((name) => name.toLowerCase().split('.').at(-1) === first.toLowerCase().split('.').at(-1));
  return `There is no variable “${first}”.${close === undefined ? ' Choose one from the list.' : ` Did you mean “${close}”?`}`;
}
