import type { SelectItem, SourceMetric } from '../../api/stack.gen';

/** What a series of a metric starts with. */
export interface MetricChoice {
  metricName: string;
  metricType: NonNullable<SelectItem['metricType']>;
  fn: SelectItem['aggFn'];
  /** What its points are measured in; empty when they don't say. */
  unit: string;
}

/** The level of the quantile that a distribution starts with. */
export const usualLevel = 0.95;

/** A metric with the function that says most about metrics of its type. */
export function choiceOf(metric: SourceMetric): MetricChoice {
  return { metricName: metric.name, metricType: metric.metricDataType, fn: usualFunction(metric), unit: metric.unit };
}

function usualFunction({ metricDataType, isMonotonic }: SourceMetric): SelectItem['aggFn'] {
  if (metricDataType === 'gauge') return 'avg';
  if (metricDataType === 'sum') return isMonotonic ? 'increase' : 'sum';
  return 'quantile';
}

/** What is said of the metrics of one name: their types and units. */
export function aboutMetrics(metrics: SourceMetric[]): string {
  return metrics
    .map(({ metricDataType, unit }) => (unit === '' ? metricDataType : `${metricDataType}, ${unit}`))
    .join(' · ');
}
