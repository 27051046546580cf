import type { SelectItem, Source } from '../../api/stack.gen';
import type { Language } from '../../api/types';
import { variablesIn } from '../../components/promql/template';
import { absoluteRange, type TimeRange, type TimeSpan } from '../../time/range';
import { writeChart } from '../charts/state';
import { variablesOf, type Scope } from '../dashboards/scope';
import { isChart, isPromQL, sourceIdOf, type ChartConfig, type PromConfig, type TileConfig } from '../dashboards/types';
import { conditionWith } from '../dashboards/variables';
import { fieldOf, patternCall } from '../search/saved';
import { readState, type SearchState, writeState } from '../search/state';
import type { Filter } from '../search/where';

/** A place in the interface: a path and what its address holds. */
export interface Address {
  to: string;
  search: Record<string, unknown>;
}

/** A value that rows are grouped by. */
export interface GroupPart {
  expression: string;
  value: string;
}

/** What rows must meet, in one of the languages. */
export interface Condition {
  where: string;
  language: Language;
}

/** Rows of a source: those that meet all conditions and filters. */
export interface Rows {
  sourceId: string;
  conditions: Condition[];
  filters: Filter[];
}

/** A filter for the rows of a group, or for all others. */
export function groupFilter({ expression, value }: GroupPart, isExcluding = false): Filter {
  return { field: fieldOf(expression), expression, values: [value], isExcluding };
}

/** The rows that a series of a tile is made of, in a group. */
export function rowsOf(config: TileConfig, item: SelectItem | undefined, group: GroupPart[], scope: Scope): Rows {
  const own: Pick<SelectItem, 'where' | 'whereLanguage'> = item ?? ('where' in config ? config : {});
  const typed = [
    {
      where: conditionWith(own.where ?? '', own.whereLanguage ?? 'lucene', scope),
      language: own.whereLanguage ?? ('lucene' as const),
    },
    { where: scope.query.where, language: scope.query.whereLanguage },
  ];
  return {
    sourceId: sourceIdOf(config),
    conditions: typed.filter(({ where }) => where.trim() !== ''),
    filters: [...chosenFilters(config, scope), ...group.map((part) => groupFilter(part))],
  };
}

/** What is chosen in the filters of a dashboard, as far as it narrows the tile. */
function chosenFilters(config: TileConfig, { filters, choices }: Scope): Filter[] {
  return filters
    .filter(({ isBroadcastEnabled }) => isBroadcastEnabled !== false)
    .filter(({ appliesToSourceIds: ids }) => (ids ?? []).length === 0 || ids?.includes(sourceIdOf(config)))
    .map(({ id, expression = '' }) => ({
      field: fieldOf(expression),
      expression,
      values: choices[id ?? ''] ?? [],
      isExcluding: false,
    }))
    .filter(({ values }) => values.length > 0);
}

/** Says whether an expression is a column, a key of a map or the pattern of one: what has a name in both languages. */
export function isNamed(expression: string): boolean {
  const inner = patternCall.exec(expression)?.[1] ?? expression;
  return /^(?:[\w.]+|\w+\['[^']+'\])$/.test(inner);
}

/** Why no search finds rows, in words; null when one does. */
export function whyNoSearch({ conditions, filters }: Rows): string | null {
  const languages = new Set(conditions.map(({ language }) => language));
  if (languages.size > 1) return 'Its conditions are in both Lucene and SQL; a search has one language.';
  const computed = filters.find(({ expression }) => !isNamed(expression));
  if (computed === undefined || !languages.has('lucene')) return null;
  return `${computed.expression} needs a search in SQL; the condition is in Lucene.`;
}

/** The search that finds rows; null when no search of one language can. */
export function searchFor(rows: Rows, range: TimeRange): Address | null {
  if (whyNoSearch(rows) !== null) return null;
  const { sourceId, conditions, filters } = rows;
  const needsSql = filters.some(({ expression }) => !isNamed(expression));
  const texts = conditions.map(({ where }) => where.trim());
  const state: SearchState = {
    ...readState({}),
    source: sourceId,
    q: texts.length > 1 ? texts.map((text) => `(${text})`).join(' AND ') : (texts[0] ?? ''),
    lang: needsSql || conditions.some(({ language }) => language === 'sql') ? 'sql' : 'lucene',
    filters,
  };
  return { to: '/search', search: writeState({ ...range }, state) };
}

/** The tile as a chart that can be changed; null for tiles that are no charts. */
export function chartFor(config: TileConfig, range: TimeRange, scope?: Scope): Address | null {
  if (isPromQL(config)) return promFor(config, range, scope);
  if (!isChart(config)) return null;
  const chart = scope === undefined ? config : chosenIn(config, scope);
  return { to: '/charts', search: writeChart({ ...range }, { config: chart, granularity: 'auto' }) };
}

/** A chart by itself has no variables, so an expression that names one can't be shown there. */
function promFor(config: PromConfig, range: TimeRange, scope?: Scope): Address | null {
  const named = config.queries.flatMap(({ expression }) => variablesIn(expression));
  const known = scope === undefined ? named : variablesOf(scope).map(({ name }) => name);
  if (named.some((name) => known.includes(name))) return null;
  return { to: '/charts', search: writeChart({ ...range }, { config, granularity: 'auto' }) };
}

/** A chart by itself has no variables: what is chosen for them stands in its conditions. */
export function chosenIn<C extends ChartConfig>(config: C, scope: Scope): C {
  const select = config.select.map((item) =>
    item.where === undefined
      ? item
      : { ...item, where: conditionWith(item.where, item.whereLanguage ?? 'lucene', scope) },
  );
  return { ...config, select };
}

/** The range of a bucket, whose end belongs to the next one. */
export function bucketRange(start: number, stepMs: number, span: TimeSpan): TimeRange {
  return absoluteRange(Math.max(start, span.start), Math.max(start, Math.min(start + stepMs - 1, span.end)));
}

/** Says whether a source has events; metrics are points, which no list shows. */
export function hasEvents(source: Source | undefined): boolean {
  return source?.kind === 'log' || source?.kind === 'trace';
}
