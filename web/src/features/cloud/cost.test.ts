import { expect, test } from 'vitest';

import type { CostMetrics, UsageCost } from '../../api/cloud.gen';
import { costDays, costEntities, daysBetween, metricsIn, scaleTop, unitsText } from './cost';

const none: CostMetrics = {
  backupUnits: 0,
  computeUnits: 0,
  dataTransferUnits: 0,
  initialLoadUnits: 0,
  interRegionTier1DataTransferUnits: 0,
  interRegionTier2DataTransferUnits: 0,
  interRegionTier3DataTransferUnits: 0,
  interRegionTier4DataTransferUnits: 0,
  publicDataTransferUnits: 0,
  storageUnits: 0,
  backupCHC: 0,
  computeCHC: 0,
  dataTransferCHC: 0,
  initialLoadCHC: 0,
  interRegionTier1DataTransferCHC: 0,
  interRegionTier2DataTransferCHC: 0,
  interRegionTier3DataTransferCHC: 0,
  interRegionTier4DataTransferCHC: 0,
  publicDataTransferCHC: 0,
  storageCHC: 0,
};

function record(date: string, entityId: string, parts: Partial<CostMetrics>) {
  const metrics = { ...none, ...parts };
  const totalUnits = Object.values(metrics).reduce((sum, one) => sum + one, 0);
  return {
    date,
    entityId,
    entityName: entityId,
    entityType: 'service' as const,
    serviceId: entityId,
    dataWarehouseId: 'w',
    locked: false,
    metrics,
    totalUnits,
    totalCHC: totalUnits,
  };
}

const report: UsageCost = {
  grandTotalUnits: 6,
  grandTotalCHC: 6,
  costs: [
    record('2026-11-01', 'a', { computeUnits: 1 }),
    record('2026-11-01', 'b', { storageUnits: 2 }),
    record('2026-11-03', 'b', { storageUnits: 3 }),
  ],
};

test('every day of the range is there, with its parts', () => {
  const days = costDays(report, '2026-11-01', '2026-11-03');
  expect(days.map((day) => [day.date, day.total, day.parts[0], day.parts[1]])).toEqual([
    ['2026-11-01', 3, 1, 2],
    ['2026-11-02', 0, 0, 0],
    ['2026-11-03', 3, 0, 3],
  ]);
  expect(metricsIn(days)).toEqual([0, 1]);
});

test('entities are added up, the dearest first', () => {
  expect(costEntities(report).map((one) => [one.name, one.total])).toEqual([
    ['b', 5],
    ['a', 1],
  ]);
});

test('days go over the end of a month', () => {
  expect(daysBetween('2026-10-31', '2026-11-01')).toEqual(['2026-10-31', '2026-11-01']);
  expect(daysBetween('2026-11-02', '2026-11-01')).toEqual([]);
});

test.each([
  [0, '0'],
  [1234.56, '1,235'],
  [12.345, '12.35'],
  [0.0031234, '0.00312'],
])('%d units are %s', (units, want) => {
  expect(unitsText(units)).toBe(want);
});

test.each([
  [0, 1],
  [0.7, 1],
  [1.1, 2],
  [230, 250],
  [999, 1000],
])('a scale up to %d ends at %d', (most, want) => {
  expect(scaleTop(most)).toBeCloseTo(want);
});
