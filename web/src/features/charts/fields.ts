import { isShift } from '../../time/shift';

/** Says whether a value is an object with fields. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Says whether a value is a list. */
export function isList(value: unknown): value is unknown[] {
  return Array.isArray(value);
}

/** Says whether a value is a text. */
export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

const isFlag = (value: unknown) => typeof value === 'boolean';
const isNumber = (value: unknown) => typeof value === 'number' && Number.isFinite(value);
const isWord =
  (...words: string[]) =>
  (value: unknown) =>
    words.includes(value as string);
const isListOf = (field: string, isRight: (value: unknown) => boolean) => (value: unknown) =>
  isList(value) && value.every((one) => isObject(one) && isRight(one[field]));
const isNumberFormat = (value: unknown) => isObject(value) && isText(value.output);

/** The fields of charts and of their series that an address may hold, and what they must be. */
const fields: Record<string, (value: unknown) => boolean> = {
  groupBy: isText,
  having: isText,
  orderBy: isText,
  limit: isNumber,
  seriesLimit: isNumber,
  asRatio: isFlag,
  showOperandSeries: isFlag,
  fillNulls: isFlag,
  alignDateRangeToGranularity: isFlag,
  compareToPreviousPeriod: isFlag,
  fitYAxisToData: isFlag,
  groupByColumnsOnLeft: isFlag,
  formulas: isListOf('expression', isText),
  colorRules: isListOf('color', isText),
  color: isText,
  backgroundChart: isObject,
  onClick: isObject,
  numberFormat: isNumberFormat,
  yAxis: isObject,
  rightYAxis: isObject,
  thresholdLines: isListOf('value', isNumber),
  exemplars: isFlag,
  legend: isWord('list', 'table', 'hidden'),
  shape: isWord('bars', 'area'),
  timeShift: (value) => isText(value) && isShift(value),
  aggFn: isText,
  valueExpression: isText,
  alias: isText,
  level: isNumber,
  where: isText,
  whereLanguage: isWord('lucene', 'sql'),
  metricType: isText,
  metricName: isText,
  periodAggFn: isText,
  axis: isWord('left', 'right'),
};

/** The fields of an object that are known, and of the kind that they must be. */
export function keptFields(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).filter(([name, field]) => Object.hasOwn(fields, name) && fields[name]?.(field) === true),
  );
}
