import { Select } from '@mantine/core';

import type { Granularity } from '../dashboards/scope';
import { granularities } from './state';

/** How wide the buckets of a chart over time are. */
export function GranularityField({ value, onChange }: { value: Granularity; onChange: (value: Granularity) => void }) {
  return (
    <Select
      label="Granularity"
      data={granularities.map((one) => ({ value: one, label: one === 'auto' ? 'Automatic' : one }))}
      value={value}
      allowDeselect={false}
      onChange={(one) => onChange((one ?? 'auto') as Granularity)}
    />
  );
}
