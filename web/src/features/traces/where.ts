import type { Source } from '../../api/stack.gen';
import type { HeatBox } from '../../components/chart/heat';
import type { TimeSpan } from '../../time/range';
import { luceneName, only, whereOf, type Filter } from '../search/where';
import { hasSelection, scopeOf, type TracesState } from './state';

/** Digits of a duration that was dragged: more than a pixel can mean. */
const digits = 6;

const rootFilter = only('ParentSpanId', '');
const errorFilter = only('StatusCode', 'Error');

function filtersOf(state: TracesState): Filter[] {
  return scopeOf(state) === 'root' ? [...state.filters, rootFilter] : state.filters;
}

/** The condition on spans, whatever part of the heatmap is selected. */
export function heatWhere(state: TracesState): string {
  return whereOf(state.q, state.lang, filtersOf(state));
}

/** The same, for those of them that are errors. */
export function errorWhere(state: TracesState): string {
  return whereOf(state.q, state.lang, [...filtersOf(state), errorFilter]);
}

/** The condition of the list: one span of a trace has to meet all of it. */
export function listWhere(state: TracesState, source: Source): string {
  const where = heatWhere(state);
  const limits = durationLimits(state, source);
  if (limits.length === 0) return where;
  return [...(where === '' ? [] : [`(${where})`]), ...limits].join(' AND ');
}

/** The name of a source's column of durations. */
export function durationOf(source: Source): string {
  return source.durationExpression ?? 'Duration';
}

/** How much of a source's durations is a millisecond. */
function unitsPerMs(source: Source): number {
  return 10 ** ((source.durationPrecision ?? 3) - 3);
}

function durationLimits({ lang, minMs, maxMs }: TracesState, source: Source): string[] {
  const name = lang === 'sql' ? `${durationOf(source)} ` : `${luceneName(durationOf(source))}:`;
  const limit = (sign: string, ms: number) => `${name}${sign}${lang === 'sql' ? ' ' : ''}${ms * unitsPerMs(source)}`;
  return [...(minMs > 0 ? [limit('>=', minMs)] : []), ...(maxMs > 0 ? [limit('<=', maxMs)] : [])];
}

/** The state without a selected part that the time range of the page has left behind. */
export function within(state: TracesState, { start, end }: TimeSpan): TracesState {
  const { part } = state;
  return part === null || (part.start < end && part.end > start) ? state : { ...state, part: null };
}

/** The time that the list is of: the selected part as far as it lies within the range. */
export function listSpan({ part }: TracesState, span: TimeSpan): TimeSpan {
  if (part === null) return span;
  return { start: Math.max(part.start, span.start), end: Math.min(part.end, span.end) };
}

/** The selected part as the heatmap draws it; null when nothing is selected. */
export function boxOf(state: TracesState, source: Source, span: TimeSpan): HeatBox | null {
  const { part, minMs, maxMs } = state;
  if (!hasSelection(state)) return null;
  const perMs = unitsPerMs(source);
  return {
    start: part?.start ?? span.start,
    end: part?.end ?? span.end,
    low: minMs * perMs,
    high: maxMs === 0 ? Number.MAX_VALUE : maxMs * perMs,
  };
}

/** What a box in the heatmap asks for. The spans that it shows stay the ones that are asked for. */
export function selected(state: TracesState, source: Source, box: HeatBox): Partial<TracesState> {
  const perMs = unitsPerMs(source);
  const rounded = (value: number) => Number((value / perMs).toPrecision(digits));
  return {
    part: { start: box.start, end: box.end },
    minMs: rounded(box.low),
    maxMs: rounded(box.high),
    scope: scopeOf(state),
  };
}
