import { useMutation } from '@tanstack/react-query';

import type { Alert } from '../../api/stack.gen';
import { useDone } from '../parts/useDone';
import { alertsQuery, silenceAlert, unsilenceAlert } from './calls';
import { acknowledgement, isAcknowledgement } from './silence';

/** Acknowledges an alert, and ends its silence. */
export function useSilencing({ id, silence, silenced }: Alert) {
  const onSettled = useDone(alertsQuery.queryKey);
  const acknowledging = useMutation({
    mutationFn: () => {
      const { until, reason } = acknowledgement(Date.now());
      return silenceAlert(id, until, reason);
    },
    onSettled,
  });
  const ending = useMutation({ mutationFn: () => unsilenceAlert(id), onSettled });
  return {
    acknowledging,
    ending,
    /** What ending is called; null when there is nothing to end. */
    end: silenced && silence !== null ? (isAcknowledgement(silence) ? 'Undo acknowledgement' : 'End silence') : null,
    error: acknowledging.error ?? ending.error,
  };
}
