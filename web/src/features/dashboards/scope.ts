import type { Filter, TileFilterBody, TileQuestionBody, TileVariableBody } from '../../api/stack.gen';
import type { TimeSpan } from '../../time/range';
import type { Language, TileConfig } from './types';

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

/** The request for what a tile shows. */
export function questionOf(config: TileConfig, scope: Scope, granularity: Granularity = 'auto'): TileQuestionBody {
  return {
    tile: { config: withoutLook(config) },
    startTime: Math.floor(scope.span.start),
    endTime: Math.ceil(scope.span.end),
    granularity,
    filters: filtersOf(scope),
    variables: variablesOf(scope),
  };
}

/** What says how a tile is drawn, and nothing about its numbers: another look is not asked for anew. */
const lookFields = [
  'yAxis',
  'rightYAxis',
  'thresholdLines',
  'legend',
  'shape',
  'fitYAxisToData',
  'color',
  'colorRules',
];

function withoutLook(config: TileConfig): TileConfig {
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
export function variablesOf({ filters, choices }: Scope): TileVariableBody[] {
  return filters
    .filter(({ isVariableEnabled }) => isVariableEnabled === true)
    .map(({ id, name, variableName, expression }) => ({
      name: variableName ?? variableOf(name),
      values: choices[id ?? ''] ?? [],
      ...(expression !== undefined && { expression }),
    }));
}

/** The name of a filter's variable that has none of its own, as the server makes it. */
export function variableOf(name: string): string {
  const made = name.replaceAll(' ', '_').replaceAll(/\W/g, '');
  return (/^[a-z]/i.test(made) ? made : `v${made}`).slice(0, 64);
}
