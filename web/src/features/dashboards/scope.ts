import type { Filter, TileFilterBody, TileQuestionBody, TileVariableBody } from '../../api/stack.gen';
import type { TimeSpan } from '../../time/range';
import { moved, shiftMs } from '../../time/shift';
import { hasExemplars, shiftOf, type Language, type TileConfig } from './types';

/** How wide the buckets of a tile over time are. */
export type Granularity = NonNullable<TileQuestionBody['granularity']>;

/** A condition in one of the languages; an empty one is none. */
export interface Condition {
  where: string;
  whereLanguage: Language;
}

/** The choices of a dashboard's filters, by the filter's id. */
export type Choices = Record<string, string[]>;

/** What all tiles of a dashboard are narrowed to. */
export interface Scope {
  span: TimeSpan;
  filters: Filter[];
  choices: Choices;
  /** What is typed above the tiles. */
  query: Condition;
}

/** A span of everything. */
export function unnarrowed(span: TimeSpan): Scope {
  return { span, filters: [], choices: {}, query: { where: '', whereLanguage: 'lucene' } };
}

/** The filters of a dashboard with nothing chosen, at no time: how alerts read its tiles. */
export function unchosen(filters: Filter[] = []): Scope {
  return { ...unnarrowed({ start: 0, end: 0 }), filters };
}

/** The scope of one tile, which may show an earlier time than the others. */
export function scopeOf(config: TileConfig, scope: Scope): Scope {
  const ms = shiftMs(shiftOf(config));
  return ms === 0 ? scope : { ...scope, span: moved(scope.span, -ms) };
}

/** The request for what a tile shows; the scope is that of all tiles. */
export function questionOf(config: TileConfig, scope: Scope, granularity: Granularity = 'auto'): TileQuestionBody {
  const { span } = scopeOf(config, scope);
  return {
    tile: { config: unadorned(config) },
    startTime: Math.floor(span.start),
    endTime: Math.ceil(span.end),
    granularity,
    filters: filtersOf(scope),
    variables: variablesOf(scope),
    ...(hasExemplars(config) && { exemplars: true }),
  };
}

/** What says when and how a tile is drawn, and nothing about its numbers: another look is not asked for anew. */
const lookFields = [
  'timeShift',
  'yAxis',
  'rightYAxis',
  'thresholdLines',
  'legend',
  'exemplars',
  'shape',
  'fitYAxisToData',
  'color',
  'colorRules',
];

function unadorned(config: TileConfig): TileConfig {
  return Object.fromEntries(Object.entries(config).filter(([field]) => !lookFields.includes(field))) as TileConfig;
}

/** The choices that narrow tiles, and what is typed above them. */
function filtersOf({ filters, choices, query }: Scope): TileFilterBody[] {
  const chosen = filters
    .filter(({ id, isBroadcastEnabled }) => isBroadcastEnabled !== false && (choices[id ?? '']?.length ?? 0) > 0)
    .map(({ id, expression = '', appliesToSourceIds }) => ({
      expression,
      values: choices[id ?? ''] ?? [],
      ...(appliesToSourceIds !== undefined && { appliesToSourceIds }),
    }));
  return query.where.trim() === '' ? chosen : [...chosen, query];
}

/** What is chosen for the variables that tiles name. */
export function variablesOf({ filters, choices }: Pick<Scope, 'filters' | 'choices'>): TileVariableBody[] {
  return filters
    .filter(({ isVariableEnabled }) => isVariableEnabled === true)
    .map(({ id, name, variableName, expression, defaultValues = [] }) => ({
      name: variableName ?? variableOf(name),
      values: (choices[id ?? ''] ?? []).length > 0 ? (choices[id ?? ''] ?? []) : defaultValues,
      ...(expression !== undefined && { expression }),
    }));
}

/** What tiles are narrowed to, in words: a line for each filter that has a choice, and one for what is typed. */
export function scopeWords({ filters, choices, query }: Scope): string[] {
  const chosen = filters.flatMap(({ id, name }) => {
    const values = choices[id ?? ''] ?? [];
    return values.length === 0 ? [] : [`${name}: ${values.join(', ')}`];
  });
  return query.where.trim() === '' ? chosen : [...chosen, query.where.trim()];
}

/** The name of a filter's variable that has none of its own, as the server makes it. */
export function variableOf(name: string): string {
  const made = name.replaceAll(' ', '_').replaceAll(/\W/g, '');
  return (/^[a-z]/i.test(made) ? made : `v${made}`).slice(0, 64);
}
