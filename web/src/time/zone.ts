import { useLocalStorage } from '@mantine/hooks';

import type { Zone } from './format';

/** The clock that a person wants to read times in; the browser remembers it. */
export function useZone(): [Zone, (zone: Zone) => void] {
  const [zone, setZone] = useLocalStorage<Zone>({
    key: 'cairn-time-zone',
    defaultValue: 'local',
    getInitialValueInEffect: false,
  });
  return [zone === 'UTC' ? 'UTC' : 'local', setZone];
}
