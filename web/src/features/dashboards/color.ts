import type { ColorRule } from '../../api/stack.gen';
import type { Scheme } from '../../colors';
import { forUnknown } from '../../exhaustive';
import type { Color } from './types';

/** The colours that number tiles can choose. */
const tokens: Record<Color, Record<Scheme, string>> = {
  'chart-blue': { light: '#2f6db5', dark: '#6ea8e8' },
  'chart-orange': { light: '#c2620c', dark: '#f0a35c' },
  'chart-red': { light: '#c0392b', dark: '#f08a7e' },
  'chart-cyan': { light: '#0b87b3', dark: '#62c6ee' },
  'chart-green': { light: '#3d8b37', dark: '#85cf7c' },
  'chart-pink': { light: '#b5446e', dark: '#e88aae' },
  'chart-purple': { light: '#7a4fb5', dark: '#b595ea' },
  'chart-light-blue': { light: '#3b82c4', dark: '#8fc1f2' },
  'chart-brown': { light: '#8a5a2b', dark: '#cfa070' },
  'chart-gray': { light: '#5f6b7a', dark: '#a6b2c2' },
  'chart-success': { light: '#15803d', dark: '#4ade80' },
  'chart-warning': { light: '#92600a', dark: '#f2b13c' },
  'chart-error': { light: '#b91c1c', dark: '#f87171' },
};

/** All colours that can be chosen, with their names. */
export const colorChoices = Object.keys(tokens).map((token) => ({ value: token, label: token.replace('chart-', '') }));

/** The shade of a colour; one that a newer server knows is grey. */
export function tokenColor(token: Color, scheme: Scheme): string {
  return (Object.hasOwn(tokens, token) ? tokens[token] : tokens['chart-gray'])[scheme];
}

/** The part of a number tile that says which colour it has. */
interface Colored {
  displayType: 'number';
  color?: Color;
  colorRules?: ColorRule[];
}

/** The colour of a number: that of the last rule that holds, otherwise the tile's own; undefined for that of the text. */
export function colorFor(config: Colored, value: number, scheme: Scheme): string | undefined {
  const token = (config.colorRules ?? []).findLast((rule) => holds(rule, value))?.color ?? config.color;
  return token === undefined ? undefined : tokenColor(token, scheme);
}

function holds({ operator, value: bound }: ColorRule, value: number): boolean {
  if (Array.isArray(bound))
    return operator === 'between' && value >= (bound[0] ?? Number.NaN) && value <= (bound[1] ?? Number.NaN);
  const limit = Number(bound);
  switch (operator) {
    case 'gt':
      return value > limit;
    case 'gte':
      return value >= limit;
    case 'lt':
      return value < limit;
    case 'lte':
      return value <= limit;
    case 'eq':
      return value === limit;
    case 'neq':
      return value !== limit;
    case 'between':
      return false;
    default:
      return forUnknown(operator, false);
  }
}
