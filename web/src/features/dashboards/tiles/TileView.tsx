import { Button, Loader, Stack, Text } from '@mantine/core';
import { createContext, useContext, type ReactNode } from 'react';

import { canRetry, describeRead, requestIdOf } from '../../../api/error';
import type { Warning } from '../../../api/stack.gen';
import type { DrawnTile } from '../../../api/telemetry';
import { PartialMark } from '../../../components/MissingShards';
import { UnknownNames } from '../../../components/UnknownNames';
import { useShown, type ViewQuery } from '../../../components/useShown';
import { clockTime } from '../../../time/format';
import { useZone } from '../../../time/zone';
import { groupsNote, notFiniteNote } from '../cells';
import { mistakeIn } from '../condition';
import { visitorWords } from '../visitorWords';
import { TileReaderContext } from './tileReader';
import classes from './tiles.module.css';

interface TileViewProps {
  query: ViewQuery<DrawnTile> & { isFetching?: boolean };
  isEmpty?: (data: DrawnTile) => boolean;
  children: (data: DrawnTile) => ReactNode;
}

/** The page around the tile says that what is shown is old, so the tile need not. */
export const ToldContext = createContext(false);

/** The states of a tile, in the little room that it has. */
export function TileView({ query, isEmpty, children }: TileViewProps) {
  const failed = query.error !== null && query.error !== undefined;
  const isTold = useContext(ToldContext);
  const retry = () => void query.refetch();
  const { data, readAt } = useShown(query);
  if (data === undefined) {
    if (failed) return <Failure error={query.error} onRetry={retry} />;
    return (
      <div className={classes.middle} role="status" aria-label="Loading">
        <Loader size="xs" color="gray" />
      </div>
    );
  }
  const isOld = !isTold && (failed || query.isPlaceholderData === true);
  return (
    <div className={classes.fill}>
      {failed && !isTold && <Old error={query.error} readAt={readAt} onRetry={retry} />}
      {(data.meta.partial ?? []).length > 0 && (
        <div className={classes.leftOut}>
          <PartialMark shards={data.meta.partial} />
        </div>
      )}
      <LeftOutFilters warnings={data.meta.warnings?.filter(({ leftOut }) => leftOut)} />
      <UnknownNames warnings={data.meta.warnings?.filter(({ leftOut }) => leftOut !== true)} />
      <div
        className={classes.shown}
        data-stale={isOld || undefined}
        aria-busy={(!failed && query.isPlaceholderData) || undefined}
      >
        {isEmpty?.(data) === true ? <Nothing /> : children(data)}
      </div>
      <LeftOut note={groupsNote(data)} />
      <LeftOut note={notFiniteNote(data)} />
    </div>
  );
}

/** Says that what is shown could not be refreshed. */
function Old({ error, readAt, onRetry }: { error: unknown; readAt: number; onRetry: () => void }) {
  const [zone] = useZone();
  const words = useWords(error);
  return (
    <div className={classes.old} role="status">
      <Text size="xs" truncate title={words}>
        From {clockTime(readAt, zone)}. {words}
      </Text>
      {canRetry(error) && <RetryButton onRetry={onRetry} />}
    </div>
  );
}

/** What happened, in words for people of the team or for visitors. */
function useWords(error: unknown): string {
  const isSignedIn = useContext(TileReaderContext) === null;
  return isSignedIn ? describeRead(error) : visitorWords(error);
}

function RetryButton({ onRetry }: { onRetry: () => void }) {
  return (
    <Button size="compact-xs" variant="default" onClick={onRetry}>
      Try again
    </Button>
  );
}

/** Says which filters of the dashboard this tile’s source can’t answer. */
function LeftOutFilters({ warnings = [] }: { warnings: Warning[] | undefined }) {
  if (warnings.length === 0) return null;
  const reasons = [...new Set(warnings.map(({ message }) => message))].join('; ');
  return (
    <Text size="xs" c="var(--cairn-caution)" role="status" truncate title={reasons} className={classes.leftOut}>
      Filter not applied: {reasons}
    </Text>
  );
}

function LeftOut({ note }: { note: string | null }) {
  if (note === null) return null;
  return (
    <Text size="xs" c="dimmed" role="note" truncate title={note} className={classes.leftOut}>
      {note}
    </Text>
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
  const words = useWords(error);
  const isVisited = useContext(TileReaderContext) !== null;
  if (!isVisited && mistakeIn(error) !== null)
    return (
      <div className={classes.middle} role="status">
        <Text size="xs" c="dimmed">
          Correct the condition above to see this tile.
        </Text>
      </div>
    );
  return (
    <Stack className={classes.middle} gap={4} role="alert" align="center" justify="center">
      <Text size="xs" ta="center" c="var(--cairn-bad)">
        {words}
      </Text>
      {id !== '' && (
        <Text size="xs" c="dimmed" ff="monospace">
          {id}
        </Text>
      )}
      {canRetry(error) && <RetryButton onRetry={onRetry} />}
    </Stack>
  );
}
