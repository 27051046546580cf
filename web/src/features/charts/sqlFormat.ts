/** Texts and names in quotes, phrases that begin a clause, signs, words, and what is between them. */
const tokens =
  /'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|\b(?:GROUP BY|ORDER BY|UNION ALL|ARRAY JOIN)\b|[(),]|[^\s'`(),]+|\s+|./gs;

const clauses = new Set([
  'SELECT',
  'FROM',
  'ARRAY JOIN',
  'WHERE',
  'GROUP BY',
  'HAVING',
  'WINDOW',
  'ORDER BY',
  'LIMIT',
  'UNION ALL',
]);

/** A bracket that is open: around a query, or anything else. */
interface Bracket {
  isQuery: boolean;
  /** The clause that the bracket stands in. */
  clause: string;
}

/** What is written so far. */
interface Sheet {
  lines: string[];
  brackets: Bracket[];
  clause: string;
  /** There was a space before what comes next. */
  hasGap: boolean;
  /** The next AND belongs to a BETWEEN. */
  isBetween: boolean;
}

const step = '  ';

/** Lays a statement out for reading: a line for each clause, column and condition, queries inside of others indented. */
export function formatSql(sql: string): string {
  const sheet: Sheet = { lines: [''], brackets: [], clause: '', hasGap: false, isBetween: false };
  const found = sql.match(tokens) ?? [];
  for (const [at, token] of found.entries()) {
    if (token.trim() === '') sheet.hasGap = true;
    else
      put(
        sheet,
        token,
        found.slice(at + 1, at + 3).find((one) => one.trim() !== ''),
      );
  }
  return sheet.lines.join('\n');
}

function put(sheet: Sheet, token: string, next: string | undefined): void {
  if (token === '(') return openBracket(sheet, next === 'SELECT');
  if (token === ')') return closeBracket(sheet);
  const isInside = sheet.brackets.at(-1)?.isQuery === false;
  if (clauses.has(token) && !isInside) return begin(sheet, token);
  if (token === ',' && sheet.clause === 'SELECT' && !isInside) return listed(sheet);
  if ((token === 'AND' || token === 'OR') && sheet.clause === 'WHERE' && !sheet.isBetween)
    newLine(sheet, 1 + plainDepth(sheet));
  if (token === 'AND' || token === 'BETWEEN') sheet.isBetween = token === 'BETWEEN';
  write(sheet, token);
}

function write(sheet: Sheet, token: string): void {
  const line = sheet.lines.at(-1) ?? '';
  sheet.lines[sheet.lines.length - 1] = line + (sheet.hasGap && line.trim() !== '' ? ' ' : '') + token;
  sheet.hasGap = false;
}

function newLine(sheet: Sheet, more: number): void {
  const indent = step.repeat(sheet.brackets.filter(({ isQuery }) => isQuery).length + more);
  if (sheet.lines.at(-1)?.trim() === '') sheet.lines.pop();
  sheet.lines.push(indent);
}

function begin(sheet: Sheet, clause: string): void {
  newLine(sheet, 0);
  sheet.clause = clause;
  write(sheet, clause);
}

function listed(sheet: Sheet): void {
  write(sheet, ',');
  newLine(sheet, 1);
}

function openBracket(sheet: Sheet, isQuery: boolean): void {
  write(sheet, '(');
  sheet.brackets.push({ isQuery, clause: sheet.clause });
}

function closeBracket(sheet: Sheet): void {
  const bracket = sheet.brackets.pop();
  if (bracket?.isQuery === true) newLine(sheet, 0);
  sheet.clause = bracket?.clause ?? sheet.clause;
  write(sheet, ')');
}

/** How many brackets are open since the innermost query began. */
function plainDepth({ brackets }: Sheet): number {
  return brackets.length - 1 - brackets.findLastIndex(({ isQuery }) => isQuery);
}
