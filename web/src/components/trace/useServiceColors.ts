import { useComputedColorScheme } from '@mantine/core';
import { useMemo } from 'react';

import { colorsOf } from '../../colors';

/** The colours of services that are shown together. */
export function useServiceColors(services: string[]): Map<string, string> {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  return useMemo(() => {
    const colors = colorsOf(services, scheme);
    return new Map(services.map((service, at) => [service, colors[at] ?? '']));
  }, [services, scheme]);
}
