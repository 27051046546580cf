/** Splits a list of SQL expressions at its commas, but not inside of brackets and quotes. */
export function splitList(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = '';
  let part = '';
  for (const sign of text) {
    if (quote !== '') quote = sign === quote ? '' : quote;
    else if (sign === "'" || sign === '`' || sign === '"') quote = sign;
    else depth += depthOf(sign);
    if (sign === ',' && depth === 0 && quote === '') {
      parts.push(part);
      part = '';
    } else part += sign;
  }
  return [...parts, part].map((one) => one.trim()).filter((one) => one !== '');
}

function depthOf(sign: string): number {
  if ('([{'.includes(sign)) return 1;
  return ')]}'.includes(sign) ? -1 : 0;
}

/** A text as a literal of SQL. */
export function sqlText(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** A text as an exact value of the Lucene-like language. */
export function luceneText(value: string): string {
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

/** The field of the Lucene-like language that an expression is; null when it is more than a column or a key of a map. */
export function luceneField(expression: string): string | null {
  const text = expression.trim();
  if (/^\w+(?:\.\w[\w.-]*)?$/.test(text)) return text;
  const key = /^(\w+)\['([\w.-]+)'\]$/.exec(text);
  return key === null ? null : `${key[1]}.${key[2]}`;
}
