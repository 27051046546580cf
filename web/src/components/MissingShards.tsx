import { Button, Group, Text } from '@mantine/core';
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { readMissing } from '../api/missing';
import type { MissingShard } from '../api/stack.gen';
import { useMissing, useMissingOf, useRereadsMissing } from '../api/useMissing';
import { Icon } from './Icon';
import { missingReasons, missingWords } from './missingShards';
import classes from './MissingShards.module.css';

/** Says once, for all that a page shows, which shards it lacks, and why when that is asked for. */
export function MissingBanner() {
  const client = useQueryClient();
  const shards = useMissing();
  useRereadsMissing(shards.length > 0);
  if (shards.length === 0) return null;
  return (
    <div className={classes.banner} role="status">
      <details>
        <summary title={missingReasons(shards)}>
          <Icon name="warning" size={14} />
          <span>{missingWords(shards)}</span>
        </summary>
        <Group className={classes.more} gap="sm">
          <Text size="sm" flex={1} miw={200}>
            {missingReasons(shards)} Numbers are those of the other shards. Alerts wait until it is back.
          </Text>
          <Button size="compact-xs" variant="default" onClick={() => void readMissing(client)}>
            Try again
          </Button>
        </Group>
      </details>
    </div>
  );
}

interface PartialMarkProps {
  /** What the result lacks; nothing is shown for a whole one. */
  shards: MissingShard[] | undefined;
}

/** Marks numbers that lack what shards store. */
export function PartialMark({ shards = [] }: PartialMarkProps) {
  if (shards.length === 0) return null;
  const words = missingWords(shards);
  return (
    <span className={classes.mark} title={words} data-partial>
      Partial<span className={classes.spoken}>: {words}</span>
    </span>
  );
}

/** Says below that nothing was found where it may be instead; otherwise what to do about it. */
export function NothingHere({ queryKey, children }: { queryKey: QueryKey; children: ReactNode }) {
  const shards = useMissingOf(queryKey);
  return shards.length === 0 ? children : `${missingWords(shards)} What you look for may be there.`;
}

/** Marks what comes from those queries on the page whose keys begin so. */
export function PartialOf({ queryKey }: { queryKey: QueryKey }) {
  return <PartialMark shards={useMissingOf(queryKey)} />;
}
