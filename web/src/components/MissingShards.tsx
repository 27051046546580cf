import { Text } from '@mantine/core';

import type { MissingShard } from '../api/stack.gen';
import { missingReasons, missingWords } from './missingShards';
import classes from './View.module.css';

interface MissingShardsProps {
  /** meta.partial of one answer or several. */
  shards: MissingShard[] | undefined;
}

/** Says that a result lacks what shards store, and why when that is asked for. */
export function MissingShards({ shards = [] }: MissingShardsProps) {
  if (shards.length === 0) return null;
  return (
    <Text component="details" size="sm" className={classes.partial} role="status">
      <summary>{missingWords(shards)}</summary>
      {missingReasons(shards)} Alerts wait until everything is there again.
    </Text>
  );
}
