import type { Filter } from '../../api/stack.gen';

/** How the types of filters are called. */
export const filterTypes: { value: Filter['type']; label: string }[] = [
  { value: 'QUERY_EXPRESSION', label: 'Values from a source' },
  { value: 'LIST', label: 'Fixed list' },
  { value: 'TEXT', label: 'Text' },
  { value: 'PROMQL', label: 'Values of a label of metrics' },
];

/** The server takes no more. */
const valuesMax = 100;
export const valueCharsMax = 256;

/** The filter as another type. Lists and texts start as variables; an expression makes them narrow tiles, too. */
export function retypedFilter({ id, name, variableName }: Filter, type: Filter['type'], sourceId: string): Filter {
  const kept = { ...(id !== undefined && { id }), name };
  if (type === 'QUERY_EXPRESSION') return { ...kept, type, expression: 'ServiceName', sourceId };
  if (type === 'PROMQL') return { ...kept, type, expression: 'instance', ...variableAlone };
  return {
    ...kept,
    ...(variableName !== undefined && { variableName }),
    type,
    ...(type === 'LIST' && { values: [] }),
    ...variableAlone,
  };
}

const variableAlone = { isBroadcastEnabled: false, isVariableEnabled: true };

/** The filter with another expression; without one, tiles can't be narrowed by it. */
export function withExpression(filter: Filter, expression: string): Filter {
  if (filter.type === 'QUERY_EXPRESSION' || filter.type === 'PROMQL' || expression.trim() !== '')
    return { ...filter, expression };
  const { expression: _none, appliesToSourceIds: _narrowed, ...rest } = filter;
  return { ...rest, ...variableAlone };
}

/** The values of a list that is typed one a line; empty lines and repeats count for nothing. */
export function valuesIn(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  return [...new Set(lines)].filter((line) => line !== '');
}

/** Says what is wrong with the values of a list; null when nothing is. */
export function valuesMistake(values: string[]): string | null {
  if (values.length > valuesMax) return `A list has at most ${valuesMax} values.`;
  const long = values.some((value) => [...value].length > valueCharsMax);
  return long ? `A value has at most ${valueCharsMax} characters.` : null;
}

/** Says whether a filter has all that it needs. */
export function isFilterReady({ type, name, expression = '', values = [] }: Filter): boolean {
  if (name.trim() === '') return false;
  if (type === 'LIST') return values.length > 0 && valuesMistake(values) === null;
  return type === 'TEXT' || expression.trim() !== '';
}
