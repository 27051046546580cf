import { Button, Loader, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

import { describe, requestIdOf } from '../../../api/error';
import type { DrawnTile } from '../../../api/telemetry';
import { UnknownNames } from '../../../components/UnknownNames';
import type { ViewQuery } from '../../../components/View';
import classes from './tiles.module.css';

interface TileViewProps {
  query: ViewQuery<DrawnTile> & { isFetching?: boolean };
  isEmpty?: (data: DrawnTile) => boolean;
  children: (data: DrawnTile) => ReactNode;
}

/** The states of a tile, in the little room that it has. */
export function TileView({ query, isEmpty, children }: TileViewProps) {
  const failed = query.error !== null && query.error !== undefined;
  if (query.data === undefined) {
    if (failed) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
    return (
      <div className={classes.middle} role="status" aria-label="Loading">
        <Loader size="xs" color="gray" />
      </div>
    );
  }
  const isOld = failed || query.isPlaceholderData === true;
  return (
    <div className={classes.fill} data-stale={isOld || undefined} title={failed ? describe(query.error) : undefined}>
      <UnknownNames warnings={query.data.warnings} />
      {isEmpty?.(query.data) === true ? <Nothing /> : children(query.data)}
    </div>
  );
}

function Nothing() {
  return (
    <div className={classes.middle} role="status">
      <Text size="xs" c="dimmed">
        No data in this time range
      </Text>
    </div>
  );
}

function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const id = requestIdOf(error);
  return (
    <Stack className={classes.middle} gap={4} role="alert" align="center" justify="center">
      <Text size="xs" ta="center" c="var(--cairn-bad)">
        {describe(error)}
      </Text>
      {id !== '' && (
        <Text size="xs" c="dimmed" ff="monospace">
          {id}
        </Text>
      )}
      <Button size="compact-xs" variant="default" onClick={onRetry}>
        Try again
      </Button>
    </Stack>
  );
}
