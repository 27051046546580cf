import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import type { Alert, Source } from '../../api/stack.gen';
import { useMay } from '../../api/useMay';
import { useTimeRange } from '../../time/useTimeRange';
import { alertsNowQuery } from '../alerts/calls';
import { healthOf } from '../services/health';
import { servicesQuery } from '../services/queries';
import { compared, weekBefore } from './trouble';

/** The alerts of the team, asked for again and again; for those who may see them. */
export function useAlerts() {
  return useQuery({ ...alertsNowQuery, enabled: useMay()('read:Alert') });
}

/** Says whether somebody should look at an alert. */
export function isCalling({ state, silenced }: Alert): boolean {
  return (state === 'firing' || state === 'error') && !silenced;
}

/** How the services do, beside a week before. What was then is no reason to wait: without it, all is new. */
export function useCompared(source: Source) {
  const { span } = useTimeRange();
  const now = useQuery(servicesQuery(source, span));
  const before = useQuery(servicesQuery(source, weekBefore(span)));
  const data = useMemo(() => {
    if (now.data === undefined || (before.data === undefined && !before.isError)) return undefined;
    return compared(healthOf(now.data, span), before.data === undefined ? [] : healthOf(before.data, weekBefore(span)));
  }, [now.data, before.data, before.isError, span]);
  return { ...now, data };
}
