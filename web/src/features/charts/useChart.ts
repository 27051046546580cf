import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';

import { settleMs, skeletonOf } from '../dashboards/settled';
import { readChart, writeChart, type ChartState } from './state';

export interface EditedChart extends ChartState {
  /** Changes the chart; what is typed comes into the address when the typing pauses. */
  edit: (config: ChartState['config']) => void;
  /** Changes the chart and its address at once. */
  put: (part: Partial<ChartState>) => void;
}

/** The chart of the address, and what is being changed of it. */
export function useChart(): EditedChart {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const stored = readChart(search);
  const key = JSON.stringify(stored.config);
  const [draft, setDraft] = useState(stored.config);
  const [seen, setSeen] = useState({ key, sent: key });
  // An address that was not written here, such as that of a step back, is the chart now.
  if (seen.key !== key) {
    setSeen({ key, sent: key });
    if (key !== seen.sent) setDraft(stored.config);
  }
  const put = useCallback(
    (part: Partial<ChartState>) =>
      void navigate({
        to: '/charts',
        // On a phone the field that is typed into would leave the screen.
        resetScroll: false,
        search: (before: Record<string, unknown>) => writeChart(before, { ...readChart(before), ...part }),
      }),
    [navigate],
  );
  const edited = JSON.stringify(draft);
  const delayMs = skeletonOf(draft) === skeletonOf(stored.config) ? settleMs : 0;
  useEffect(() => {
    if (edited === key) return undefined;
    const timer = setTimeout(() => {
      setSeen((before) => ({ ...before, sent: edited }));
      put({ config: JSON.parse(edited) as ChartState['config'] });
    }, delayMs);
    return () => clearTimeout(timer);
  }, [edited, key, put, delayMs]);
  return { config: draft, granularity: stored.granularity, edit: setDraft, put };
}
