import { useLocalStorage } from '@mantine/hooks';

import type { Zone } from './format';

/** The clock that a person wants to read times in; the browser remembers it. */
export function useZone(): [Zone, (zone: Zone) => void] {
  const [zone, setZone] = useLocalStorage<Zone>({
    key: 'cairn-time-zone',
    defaultValue: 'local',
    getInitialValueInEffect: false,
  });
  return [isZone(zone) ? zone : 'local', setZone];
}

const known = new Map<unknown, boolean>([['local', true]]);

/** Says whether this browser can tell the time of a zone: another one may have remembered it. */
export function isZone(zone: unknown): zone is Zone {
  const found = known.get(zone) ?? canTell(zone);
  known.set(zone, found);
  return found;
}

function canTell(zone: unknown): boolean {
  try {
    return typeof zone === 'string' && new Intl.DateTimeFormat('en', { timeZone: zone }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
}

/** The IANA name of a zone. */
export function ianaName(zone: Zone): string {
  return zone === 'local' ? Intl.DateTimeFormat().resolvedOptions().timeZone : zone;
}

/** What a zone is called beside a time: `local time`, `UTC`, `Europe/Berlin`. */
export function zoneWords(zone: Zone): string {
  return zone === 'local' ? 'local time' : zone.replaceAll('_', ' ');
}
