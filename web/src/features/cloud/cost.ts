import type { CostMetrics, UsageCost, UsageCostRecord } from '../../api/cloud.gen';
import { compareNames } from '../../compare';

/** The metrics of a bill in the order in which they are stacked, with their names. */
export const metrics: { key: keyof CostMetrics; name: string }[] = [
  { key: 'computeUnits', name: 'Compute' },
  { key: 'storageUnits', name: 'Storage' },
  { key: 'backupUnits', name: 'Backup' },
  { key: 'publicDataTransferUnits', name: 'Public data transfer' },
  { key: 'dataTransferUnits', name: 'Data transfer' },
  { key: 'initialLoadUnits', name: 'Initial load' },
  { key: 'interRegionTier1DataTransferUnits', name: 'Between regions, tier 1' },
  { key: 'interRegionTier2DataTransferUnits', name: 'Between regions, tier 2' },
  { key: 'interRegionTier3DataTransferUnits', name: 'Between regions, tier 3' },
  { key: 'interRegionTier4DataTransferUnits', name: 'Between regions, tier 4' },
];

/** The cost of one day, by metric. */
export interface CostDay {
  date: string;
  total: number;
  /** In the order of metrics. */
  parts: number[];
}

/** The cost of every day from one to another, also of those that have none. */
export function costDays(report: UsageCost, from: string, to: string): CostDay[] {
  const days = new Map(daysBetween(from, to).map((date) => [date, { date, total: 0, parts: metrics.map(() => 0) }]));
  for (const record of report.costs) {
    const day = days.get(record.date);
    if (day !== undefined) addTo(day, record);
  }
  return [...days.values()];
}

function addTo(day: CostDay, record: UsageCostRecord): void {
  day.total += record.totalUnits;
  metrics.forEach(({ key }, at) => {
    day.parts[at] = (day.parts[at] ?? 0) + record.metrics[key];
  });
}

/** All days from one to another, both included, as `2026-11-15`. */
export function daysBetween(from: string, to: string): string[] {
  const dayMs = 86_400_000;
  const [first, last] = [Date.parse(from), Date.parse(to)];
  const count = Math.max(0, Math.round((last - first) / dayMs) + 1);
  return Array.from({ length: count }, (_, at) => new Date(first + at * dayMs).toISOString().slice(0, 10));
}

/** The cost of one entity over all days. */
export interface CostEntity {
  id: string;
  name: string;
  type: UsageCostRecord['entityType'];
  total: number;
  parts: number[];
}

/** The cost of every entity, the dearest first. */
export function costEntities(report: UsageCost): CostEntity[] {
  const entities = new Map<string, CostEntity>();
  for (const record of report.costs) {
    const entity = entities.get(record.entityId) ?? {
      id: record.entityId,
      name: record.entityName,
      type: record.entityType,
      total: 0,
      parts: metrics.map(() => 0),
    };
    entity.total += record.totalUnits;
    metrics.forEach(({ key }, at) => {
      entity.parts[at] = (entity.parts[at] ?? 0) + record.metrics[key];
    });
    entities.set(record.entityId, entity);
  }
  return [...entities.values()].toSorted((a, b) => b.total - a.total || compareNames(a.name, b.name));
}

/** The places of the metrics that cost anything. */
export function metricsIn(days: { parts: number[] }[]): number[] {
  return metrics.map((_, at) => at).filter((at) => days.some((day) => (day.parts[at] ?? 0) > 0));
}

/** Units with as many digits as they need: `12.4`, `0.0031`. */
export function unitsText(units: number): string {
  if (units === 0) return '0';
  const digits = units >= 100 ? 0 : units >= 1 ? 2 : Math.min(8, 2 - Math.floor(Math.log10(units)));
  return units.toLocaleString('en-US', { minimumFractionDigits: Math.min(digits, 2), maximumFractionDigits: digits });
}

/** A round number that is not below the largest value, for the top of a scale. */
export function scaleTop(most: number): number {
  if (most <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [1, 2, 2.5, 5, 10].find((one) => one * power >= most) ?? 10;
  return step * power;
}
