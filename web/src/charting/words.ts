import type { SelectItem } from '../api/stack.gen';
import { aggregateName } from './aggregates';

/** What a series is, in words: `p99 of Duration where SpanKind:Server`. */
export function seriesWords({ aggFn, level, valueExpression, metricName, where }: SelectItem): string {
  const fn = aggFn === 'quantile' ? `p${Number(((level ?? 0.95) * 100).toFixed(2))}` : aggregateName(aggFn);
  const of = metricName === undefined || metricName === '' ? (valueExpression ?? '') : metricName;
  const condition = where === undefined || where === '' ? '' : ` where ${where}`;
  return `${fn}${of === '' ? '' : ` of ${of}`}${condition}`;
}

const pairs: Record<string, string> = { '(': ')', '[': ']', '{': '}' };

/** The expressions of a list, which commas part where they are in no brackets and no quotes. */
export function expressionsOf(list: string): string[] {
  const found: string[] = [];
  let [text, quote, depth] = ['', '', 0];
  for (const sign of list) {
    if (quote !== '') quote = sign === quote && !text.endsWith('\\') ? '' : quote;
    else if (sign === "'" || sign === '"' || sign === '`') quote = sign;
    else if (sign in pairs) depth += 1;
    else if (Object.values(pairs).includes(sign)) depth -= 1;
    if (sign === ',' && quote === '' && depth === 0) {
      found.push(text.trim());
      text = '';
    } else text += sign;
  }
  return [...found, text.trim()].filter((one) => one !== '');
}
