import { Select } from '@mantine/core';
import { useMemo, useState } from 'react';

import { compareNames } from '../../compare';
import { offsetText } from '../../time/field';
import type { Zone } from '../../time/format';
import { offsetAt } from '../../time/wall';
import { ianaName, isZone, zoneWords } from '../../time/zone';

interface ZoneFieldProps {
  zone: Zone;
  onChange: (zone: Zone) => void;
}

/** Hundreds of zones; who looks for one types a letter or two. */
const shownMax = 60;

/** Chromium lists these by names that their people have given up, and knows the new ones as well. */
const renamed = [
  'America/Argentina/Buenos_Aires',
  'America/Nuuk',
  'Asia/Ho_Chi_Minh',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Yangon',
  'Europe/Kyiv',
];

/** Chooses the zone in which times are shown and typed. */
export function ZoneField({ zone, onChange }: ZoneFieldProps) {
  const [now] = useState(() => Date.now());
  const data = useMemo(() => choicesOf(zone), [zone]);
  return (
    <Select
      size="xs"
      label={`Time zone, UTC${offsetText(offsetAt(now, zone))}`}
      data={data}
      value={zone}
      searchable
      limit={shownMax}
      allowDeselect={false}
      nothingFoundMessage="No such zone"
      comboboxProps={{ withinPortal: false }}
      onChange={(chosen) => chosen !== null && onChange(chosen)}
    />
  );
}

function choicesOf(zone: Zone): { value: Zone; label: string }[] {
  const known = [...Intl.supportedValuesOf('timeZone'), ...renamed.filter(isZone), zone];
  const named = new Set(known.filter((one) => one !== 'local' && one !== 'UTC').toSorted(compareNames));
  return [
    { value: 'local', label: `Browser: ${zoneWords(ianaName('local'))}` },
    { value: 'UTC', label: 'UTC' },
    ...[...named].map((value) => ({ value, label: zoneWords(value) })),
  ];
}
