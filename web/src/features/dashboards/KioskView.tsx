import { Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';

import type { Dashboard } from '../../api/stack.gen';
import { Page } from '../../components/Page';
import { spanWords } from '../../time/format';
import { wordsOf } from '../../time/range';
import { useTimeRange } from '../../time/useTimeRange';
import { useZone } from '../../time/zone';
import { boardName, boardOf } from './board';
import { nextOf, noKiosk, type Kiosk } from './kiosk';
import { ReadOnlyBoard } from './ReadOnlyBoard';
import { useScope } from './useScope';

/** How often a dashboard on a wall is refreshed unless somebody chose otherwise. */
const refreshEveryMs = 30_000;

/** A dashboard on a wall: its tiles, its name and its time, and nothing to click on. Escape leaves it. */
export function KioskView({ dashboard, kiosk }: { dashboard: Dashboard; kiosk: Kiosk }) {
  const board = boardOf(dashboard);
  const { scope } = useScope(board);
  useWall();
  useTurns(kiosk, dashboard.id);
  return (
    <Page title={boardName(board)} actions={<TimeWords />}>
      <ReadOnlyBoard board={board} scope={scope} />
    </Page>
  );
}

function TimeWords() {
  const { range, span } = useTimeRange();
  const [zone] = useZone();
  return (
    <Text size="sm" c="dimmed">
      {wordsOf(range) ?? spanWords(span.start, span.end, zone)} · Esc to leave
    </Text>
  );
}

/** Hides what is around the page, keeps it fresh, and leaves when Escape is pressed. */
function useWall(): void {
  const navigate = useNavigate();
  const { refreshMs, setRefreshMs } = useTimeRange();
  useEffect(() => {
    document.documentElement.dataset.kiosk = '';
    return () => void delete document.documentElement.dataset.kiosk;
  }, []);
  useEffect(() => {
    if (refreshMs === 0) setRefreshMs(refreshEveryMs);
  }, [refreshMs, setRefreshMs]);
  const leave = () => {
    setRefreshMs(0);
    void navigate({ to: '.', search: ((before: Record<string, unknown>) => ({ ...before, ...noKiosk })) as never });
  };
  useHotkeys([['Escape', leave]]);
}

/** Goes on to the next dashboard when the time of this one is over. */
function useTurns(kiosk: Kiosk, id: string): void {
  const navigate = useNavigate();
  const { everySeconds } = kiosk;
  const next = nextOf(kiosk, id);
  useEffect(() => {
    if (next === null) return undefined;
    const keep = (before: Record<string, unknown>) => ({ ...before, filters: undefined, q: undefined });
    const timer = setTimeout(
      () => void navigate({ to: '/dashboards/$id', params: { id: next }, search: keep as never, replace: true }),
      everySeconds * 1000,
    );
    return () => clearTimeout(timer);
  }, [next, everySeconds, navigate]);
}
