import { skipToken, useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, useId, useState, useSyncExternalStore } from 'react';

import { isReadingPage, missingOnPage, readMissing } from './missing';
import type { MissingShard } from './stack.gen';

/**
 * What the data on the page lacks. While something is read for the first time, such as the same for another time
 * range, what was missing before stays: a banner that comes and goes would move the page.
 */
export function useMissing(): MissingShard[] {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const text = useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () => JSON.stringify(missingOnPage(client)),
  );
  const isReading = useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () => isReadingPage(client),
  );
  const [shown, setShown] = useState(text);
  if (shown !== text && (text !== '[]' || !isReading)) setShown(text);
  return JSON.parse(shown) as MissingShard[];
}

/** How often is asked again for what the page lacks, while somebody may see it. */
const rereadEveryMs = 15_000;

/** Reads again what lacks something on the page, until the shards are back. */
export function useRereadsMissing(isMissing: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isMissing) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void readMissing(client);
    }, rereadEveryMs);
    return () => clearInterval(timer);
  }, [client, isMissing]);
}

/** What the data of those queries on the page lacks whose keys begin so. */
export function useMissingOf(queryKey: QueryKey): MissingShard[] {
  const client = useQueryClient();
  const text = useSyncExternalStore(
    (onChange) => client.getQueryCache().subscribe(onChange),
    () => JSON.stringify(missingOnPage(client, queryKey)),
  );
  return JSON.parse(text) as MissingShard[];
}

/** Adds to what the data on the page lacks: for data that no query has read. */
export function useSaysMissing(partial: MissingShard[]): void {
  const client = useQueryClient();
  const id = useId();
  useQuery({ queryKey: ['missing', id], queryFn: skipToken });
  useEffect(() => {
    client.setQueryData(['missing', id], { meta: { partial } });
    return () => void client.setQueryData(['missing', id], { meta: {} });
  }, [client, id, partial]);
}
