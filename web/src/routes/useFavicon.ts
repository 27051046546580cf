import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

import type { Alert } from '../api/stack.gen';
import { atBase } from '../basePath';
import { alertsNowQuery } from '../features/alerts/calls';

/** Says whether something wants attention: an alert that fires and is not silenced. */
export function isFiring(alerts: Pick<Alert, 'state' | 'silenced'>[]): boolean {
  return alerts.some(({ state, silenced }) => state === 'firing' && !silenced);
}

/** Turns the icon of the tab red while an alert fires, also while another tab is looked at; for those who may see alerts. */
export function useFavicon(isOn: boolean): void {
  const alerts = useQuery({ ...alertsNowQuery, enabled: isOn, refetchIntervalInBackground: true }).data;
  const icon = alerts !== undefined && isFiring(alerts) ? atBase('/favicon-firing.svg') : atBase('/favicon.svg');
  useEffect(() => {
    document.querySelector('link[rel="icon"]')?.setAttribute('href', icon);
  }, [icon]);
}
