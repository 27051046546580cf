/** What the fields of tiles, filters and sections are called in their forms, where that is not their name in words. */
const names: Record<string, string> = {
  aggFn: 'function',
  alias: 'legend name',
  alignDateRangeToGranularity: 'whole buckets',
  appliesToSourceIds: 'sources it works for',
  asRatio: 'A divided by B',
  backgroundChart: 'sparkline',
  colorRules: 'colour rules',
  compareToPreviousPeriod: 'comparison to the previous period',
  connectionId: 'connection',
  containerId: 'section',
  displayType: 'type',
  fillNulls: 'gaps as zeros',
  fitYAxisToData: 'fit of the axis',
  groupByColumnsOnLeft: 'group columns on the left',
  isBroadcastEnabled: 'narrows all tiles',
  isVariableEnabled: 'use as a variable',
  markdown: 'text',
  metricName: 'metric',
  onClick: 'links',
  periodAggFn: 'function over the period',
  rightYAxis: 'right axis',
  select: 'series',
  seriesLimit: 'maximum groups',
  showOperandSeries: 'series that formulas are made of',
  sourceId: 'source',
  sqlTemplate: 'SQL',
  tabId: 'tab',
  valueExpression: 'field',
  variableName: 'name of the variable',
  where: 'condition',
  whereLanguage: 'language of the condition',
  yAxis: 'axis',
};

/** A field in the words of the form that changes it: `Group by` is `groupBy`. */
export function fieldName(key: string): string {
  return Object.hasOwn(names, key) ? (names[key] ?? '') : key.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}
