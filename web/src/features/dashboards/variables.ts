import type { TileVariableBody } from '../../api/stack.gen';
import { luceneText, sqlText } from '../../components/query/quoted';
import type { Language } from '../search/where';
import { variablesOf, type Scope } from './scope';

/** A text with what is chosen in the place of the variables that it names. */
export function textWith(text: string, scope: Scope, write: (value: string) => string = String): string {
  const variables = variablesOf(scope);
  return text.replaceAll(/\$(?:\{(\w+)\}|(\w+))/g, (place: string, ...names: unknown[]) => {
    const variable = variables.find(({ name }) => names.slice(0, 2).includes(name));
    if (variable === undefined) return place;
    return write(variable.values.length === 0 ? 'all' : variable.values.join(', '));
  });
}

/** Places of variables in conditions; what stands in quotes is matched first, and stays. */
const places = {
  lucene: /"(?:[^"\\]|\\.)*"|(NOT\s+|[-!])?([^\s():"$]+:)?\$(?:\{(\w+)\}|(\w+))/g,
  sql: /'(?:[^'\\]|\\.)*'|\$__filter\(\s*(?:([^$]+?)\s*,\s*)?\$(\w+)\s*\)|\$(?:\{(\w+)\}|(\w+))/g,
};

/** A condition as the server reads it: with the chosen values in the place of variables. */
export function conditionWith(where: string, language: Language, scope: Scope): string {
  const variables = variablesOf(scope);
  if (variables.length === 0) return where;
  return where.replaceAll(places[language], (place: string, ...parts: (string | undefined)[]) => {
    const names = language === 'sql' ? parts.slice(1, 4) : parts.slice(2, 4);
    const variable = variables.find(({ name }) => names.includes(name));
    if (variable === undefined) return place;
    return language === 'sql' ? inSql(variable, parts) : inLucene(variable, parts);
  });
}

function inLucene({ values = [] }: TileVariableBody, [negation = '', field = '']: (string | undefined)[]): string {
  if (values.length === 0) return '*';
  const either = values.map((value) => field + luceneText(value)).join(' OR ');
  return negation + (values.length > 1 ? `(${either})` : either);
}

function inSql({ values = [], expression }: TileVariableBody, [given, filter]: (string | undefined)[]): string {
  const list = values.map(sqlText).join(', ');
  if (filter !== undefined) return list === '' ? '1 = 1' : `${given ?? expression ?? ''} IN (${list})`;
  if (list === '') return 'NULL';
  return values.length > 1 ? `(${list})` : list;
}
