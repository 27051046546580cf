import type { Dashboard, Filter, NumberFormat, SavedSearch, Source } from '../../api/stack.gen';
import { expressionsOf, seriesWords } from '../../charting/words';
import { variablesIn } from '../../components/promql/template';
import { formatOf, watchedColumn } from '../dashboards/formatOf';
import { unchosen, variablesOf, type Scope } from '../dashboards/scope';
import { unshifted } from '../dashboards/tileForm';
import {
  configOf,
  isChart,
  isPromQL,
  sourceIdOf,
  type ConfigOf,
  type PromConfig,
  type PromConfigOf,
  type TileConfig,
} from '../dashboards/types';
import { chosenIn, hasEvents, rowsOf, type Rows } from '../drill/address';
import { filterOfSaved } from '../search/saved';
import { tileName } from './name';
import type { AlertForm } from './types';
import type { Language } from '../../api/types';

/** What is known of the things that alerts can watch. */
export interface Watchable {
  dashboards: Dashboard[];
  searches: SavedSearch[];
  sources: Source[];
}

/** What an alert watches. */
export interface Watched {
  name: string;
  /** What is compared, in words: `p95 of Duration in Traces, by ServiceName`. */
  words: string;
  /** How it is drawn over time; null for a tile that a chart can't be made of. */
  config: ConfigOf<'line'> | PromConfigOf<'line'> | null;
  /** The filters of its dashboard, whose variables it may name. */
  filters: Filter[];
  /** How its values are written. */
  format: NumberFormat | undefined;
  /** The events behind its values; null where there are none. */
  rows: Rows | null;
}

type Watching = Pick<AlertForm, 'source' | 'dashboardId' | 'tileId' | 'savedSearchId' | 'groupBy'>;

/** What a form watches; null when that is gone. */
export function watchedBy(form: Watching, watchable: Watchable): Watched | null {
  return form.source === 'tile' ? watchedTile(form, watchable) : watchedSearch(form, watchable);
}

function watchedTile(form: Watching, { dashboards, sources }: Watchable): Watched | null {
  const dashboard = dashboards.find(({ id }) => id === form.dashboardId);
  const tile = dashboard?.tiles.find(({ id }) => id === form.tileId);
  if (dashboard === undefined || tile === undefined) return null;
  // Alerts watch the present, also where the tile shows an earlier time.
  const given = unshifted(configOf(tile.config));
  const scope = unchosen(dashboard.filters);
  if (isPromQL(given)) return watchedProm(given, tileName(tile, dashboard), dashboard.filters);
  const config = overTime(given, scope);
  const source = sources.find(({ id }) => id === sourceIdOf(given));
  return {
    name: tileName(tile, dashboard),
    words: config === null ? 'The result of a statement in SQL' : inWords(config, source),
    config,
    filters: [],
    format: formatOf(given, sources, watchedColumn(given)),
    rows: config === null || !hasEvents(source) ? null : rowsOf(config, config.select.at(-1), [], scope),
  };
}

/** The last query of a tile in PromQL, over time. */
function watchedProm({ queries, numberFormat, sourceId }: PromConfig, name: string, filters: Filter[] = []): Watched {
  const { instant: _instant, ...last } = queries.at(-1) ?? { expression: '' };
  return {
    name,
    words: last.expression,
    config: {
      configType: 'promql',
      displayType: 'line',
      queries: [last],
      ...(numberFormat !== undefined && { numberFormat }),
      ...(sourceId !== undefined && { sourceId }),
    },
    filters,
    format: numberFormat,
    rows: null,
  };
}

function watchedSearch(form: Watching, { searches, sources }: Watchable): Watched | null {
  const search = searches.find(({ id }) => id === form.savedSearchId);
  if (search === undefined) return null;
  const config = countOf(search, form.groupBy);
  const where = search.where ?? '';
  return {
    name: search.name,
    words: inWords(
      config,
      sources.find(({ id }) => id === search.sourceId),
    ),
    config,
    filters: [],
    format: undefined,
    rows: {
      sourceId: search.sourceId,
      conditions: where.trim() === '' ? [] : [{ where, language: search.whereLanguage ?? 'lucene' }],
      filters: (search.filters ?? []).flatMap(({ condition }) => filterOfSaved(condition)),
    },
  };
}

/** What an alert compares of a chart: its last formula, its ratio, or its last series; by group. */
function inWords(config: ConfigOf<'line'>, source: Source | undefined): string {
  const items = config.select.map(seriesWords);
  const formula = config.formulas?.at(-1);
  const compared =
    formula === undefined
      ? config.asRatio === true
        ? `${items[0]} divided by ${items[1]}`
        : (items.at(-1) ?? '')
      : `${formula.expression}, with ${items.map((words, at) => `${String.fromCodePoint(65 + at)} = ${words}`).join(', ')}`;
  const groups = expressionsOf(config.groupBy ?? '');
  const by = groups.length === 0 ? '' : `, by ${groups.join(', ')}`;
  return `${compared} in ${source?.name ?? 'a deleted source'}${by}`;
}

/** Says whether what an alert watches of a tile depends on variables of its dashboard. */
export function namesVariables(tile: Dashboard['tiles'][number], dashboard: Pick<Dashboard, 'filters'>): boolean {
  const config = configOf(tile.config);
  if (isPromQL(config)) {
    const named = variablesIn(config.queries.at(-1)?.expression ?? '');
    return variablesOf(unchosen(dashboard.filters)).some(({ name }) => named.includes(name));
  }
  if (!isChart(config)) return false;
  const { select } = chosenIn(config, unchosen(dashboard.filters));
  return config.select.some(({ where }, at) => where !== select[at]?.where);
}

/** A chart over time, whatever its type, as the server reads it for alerts; null for other tiles. */
function overTime(config: TileConfig, scope: Scope): ConfigOf<'line'> | null {
  if (!isChart(config)) return null;
  return { ...chosenIn(config, scope), displayType: 'line', compareToPreviousPeriod: false };
}

/** How many events a search finds. */
function countOf(search: SavedSearch, groupBy: string): ConfigOf<'line'> {
  return {
    displayType: 'line',
    sourceId: search.sourceId,
    select: [{ aggFn: 'count', ...conditionOf(search), alias: 'events' }],
    groupBy,
  };
}

/** The condition of a search with its facets, which are SQL: they go along unless the condition is in the other language. */
function conditionOf(search: SavedSearch): { where: string; whereLanguage: Language } {
  const own = (search.where ?? '').trim();
  const facets = (search.filters ?? []).flatMap(({ condition }) =>
    condition === undefined || condition === '' ? [] : [`(${condition})`],
  );
  if (facets.length === 0 || (own !== '' && search.whereLanguage !== 'sql'))
    return { where: own, whereLanguage: search.whereLanguage ?? 'lucene' };
  return { where: [...(own === '' ? [] : [`(${own})`]), ...facets].join(' AND '), whereLanguage: 'sql' };
}
