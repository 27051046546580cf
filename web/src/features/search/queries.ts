import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';

import type { Source } from '../../api/stack.gen';
import {
  explainSearch,
  listFields,
  listValues,
  queryChart,
  searchRows,
  surroundRow,
  type Row,
} from '../../api/telemetry';
import { valuesAsked } from '../../components/query/complete';
import { timesOf, type TimeSpan } from '../../time/range';
import { isSameRow } from './columns';
import type { Language } from './where';

/** Which rows are asked for. */
export interface Asked {
  source: Source;
  where: string;
  language: Language;
  span: TimeSpan;
}

/** Rows of one request; the table asks for more as it is scrolled. */
const pageRows = 500;
/** A facet shows so many values at first. */
export const facetValues = 12;
const sameTimeRows = 200;

/** Where all rows are looked at, whatever is asked for. */
interface Place {
  source: Pick<Source, 'id'>;
  span: TimeSpan;
}

/** The rows as the API is asked for them. */
export function selection({ source, where, language, span }: Pick<Asked, 'where' | 'language'> & Place) {
  return {
    sourceId: source.id,
    where,
    whereLanguage: language,
    ...timesOf(span),
  };
}

/** The rows in an order, page by page. */
export function rowsQuery(asked: Asked, select: string, orderBy: string) {
  return infiniteQueryOptions({
    queryKey: ['search', 'rows', asked.source.id, asked.where, asked.language, asked.span, select, orderBy],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      searchRows(
        { ...selection(asked), select, orderBy, limit: pageRows, ...(pageParam !== '' && { cursor: pageParam }) },
        signal,
      ),
    getNextPageParam: (last) => last.meta.cursor ?? null,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** What says how bad a row is. */
export function levelOf(source: Source): string {
  if (source.kind === 'trace') return source.statusCodeExpression ?? 'StatusCode';
  return source.severityTextExpression ?? 'SeverityText';
}

/** How many rows there are over time, by level. */
export function histogramQuery({ source, where, language, span }: Asked) {
  const groupBy = [levelOf(source)];
  const series = [{ sourceId: source.id, aggFn: 'count' as const, where, whereLanguage: language, groupBy }];
  return queryOptions({
    queryKey: ['search', 'histogram', source.id, where, language, span],
    queryFn: ({ signal }) =>
      queryChart({ series, startTime: span.start, endTime: span.end, granularity: 'auto', seriesLimit: 12 }, signal),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** What is asked for, in words. */
export function explanationQuery({ source, where, language }: Asked) {
  return queryOptions({
    queryKey: ['search', 'explanation', source.id, where, language],
    queryFn: ({ signal }) => explainSearch({ sourceId: source.id, where, whereLanguage: language }, signal),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** A range that is moved by less has the same fields. */
const fieldsMs = 300_000;

/** What can be searched for in a source; found in the newest rows of the range. */
export function fieldsQuery({ source, span }: Place) {
  const [start, end] = [span.start, span.end].map((ms) => Math.floor(ms / fieldsMs));
  return queryOptions({
    queryKey: ['search', 'fields', source.id, start, end],
    queryFn: async ({ signal }) =>
      (await listFields(selection({ source, span, where: '', language: 'lucene' }), signal)).data,
    placeholderData: (before, query) => (query?.queryKey[2] === source.id ? before : undefined),
    staleTime: fieldsMs,
  });
}

/** The most frequent values of a field among the rows. */
export function facetQuery(asked: Asked, expression: string, limit: number) {
  return queryOptions({
    queryKey: ['search', 'facet', asked.source.id, asked.where, asked.language, asked.span, expression, limit],
    queryFn: async ({ signal }) =>
      (await listValues({ ...selection(asked), fields: [expression], limit }, signal)).data[0]?.values ?? [],
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The API looks into so many fields at once. */
const fieldsAtOnce = 20;
/** Values are looked for in no more fields than these. */
export const searchedFieldsMax = 60;

/** Values of any of the fields that hold a text, by the expressions of the fields. */
export function foundValuesQuery(asked: Asked, expressions: string[], contains: string) {
  const fields = expressions.slice(0, searchedFieldsMax);
  const parts = Array.from({ length: Math.ceil(fields.length / fieldsAtOnce) }, (_, at) =>
    fields.slice(at * fieldsAtOnce, (at + 1) * fieldsAtOnce),
  );
  return queryOptions({
    queryKey: ['search', 'found', asked.source.id, asked.where, asked.language, asked.span, fields, contains],
    queryFn: async ({ signal }) => {
      const ask = (part: string[]) =>
        listValues({ ...selection(asked), fields: part, contains, limit: facetValues }, signal);
      const found = (await Promise.all(parts.map(ask))).flatMap(({ data }) => data);
      return new Map(found.filter(({ values }) => values.length > 0).map(({ field, values }) => [field, values]));
    },
    enabled: contains !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The smallest and the largest number of a field among the rows. */
export function extentQuery({ source, where, language, span }: Asked, field: string) {
  const part = { sourceId: source.id, field, where, whereLanguage: language, groupBy: [] };
  const series = [
    { ...part, aggFn: 'min' as const },
    { ...part, aggFn: 'max' as const },
  ];
  return queryOptions({
    queryKey: ['search', 'extent', source.id, where, language, span, field],
    queryFn: async ({ signal }) => {
      const asked = { series, startTime: span.start, endTime: span.end, granularity: 'total' as const };
      const point = (await queryChart(asked, signal)).data[0];
      return { min: point?.['series_0.data'] ?? null, max: point?.['series_1.data'] ?? null };
    },
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Values for the completion: those that hold the text. */
export async function valuesFor(place: Place, field: string, contains: string) {
  const body = {
    ...selection({ ...place, where: '', language: 'lucene' }),
    fields: [field],
    limit: valuesAsked,
    ...(contains !== '' && { contains }),
  };
  return (await listValues(body)).data[0]?.values ?? [];
}

/** All columns of one row: the one at its time that agrees with what was seen of it. */
export function rowQuery(source: Source, timestamp: string, seen: Row | null) {
  return queryOptions({
    queryKey: ['search', 'row', source.id, timestamp, seen],
    queryFn: async ({ signal }): Promise<Row | null> => {
      const body = { sourceId: source.id, startTime: timestamp, endTime: timestamp, select: '*', limit: sameTimeRows };
      const { data } = await searchRows(body, signal);
      return data.find((row) => seen === null || isSameRow(seen, row)) ?? data[0] ?? null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** How many rows are asked for on each side of a time. */
export interface Reach {
  before: number;
  after: number;
}

/** No more rows than this are given on one side. */
export const reachMax = 1_000;

/** The rows before and after a time. */
export function aroundQuery(source: Source, timestamp: string, where: string, select: string, reach: Reach) {
  return queryOptions({
    queryKey: ['search', 'around', source.id, timestamp, where, select, reach],
    queryFn: async ({ signal }) => {
      const { data } = await surroundRow({ sourceId: source.id, timestamp, where, select, ...reach }, signal);
      return { before: data.before as Row[], after: data.after as Row[], reach };
    },
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
