import { Box, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';

import type { Row } from '../../api/telemetry';
import { EmptyState } from '../../components/EmptyState';
import { ErrorPanel } from '../../components/ErrorPanel';
import { counted } from '../../number';
import { selectOf } from './columns';
import type { Asked } from './queries';
import { Rows, type Opened } from './RowsView';
import classes from './search.module.css';
import { useTail } from './useTail';

interface LiveRowsProps {
  asked: Asked;
  columns: string[];
  onOpen: (row: Row) => void;
  opened: Opened;
}

/** Rows as they are stored, the newest at the top. */
export function LiveRows(props: LiveRowsProps) {
  const { source, where, language } = props.asked;
  const [attempt, setAttempt] = useState(0);
  const key = JSON.stringify([source.id, where, language, props.columns, attempt]);
  return <Tail key={key} {...props} onRestart={() => setAttempt(attempt + 1)} />;
}

function Tail({ asked, columns, onOpen, opened, onRestart }: LiveRowsProps & { onRestart: () => void }) {
  const [isPaused, setPaused] = useState(false);
  const tail = useTail(asked, selectOf(columns), isPaused);
  return (
    <>
      <Group className={classes.bar} gap="sm" role="status">
        <span className={classes.live} data-off={isPaused || tail.state !== 'open' || undefined} />
        <span>{words(tail.state, isPaused)}</span>
        <span>{counted(tail.rows.length, 'row')} kept</span>
        {tail.hasSkipped && <Text size="xs">More rows arrive than can be shown: narrow the search.</Text>}
        <Box flex={1} />
        <Button size="compact-xs" variant="default" onClick={() => setPaused(!isPaused)}>
          {isPaused ? 'Go on' : 'Pause'}
        </Button>
      </Group>
      <Box className={classes.table}>
        {tail.state === 'refused' && (
          <Box p="lg">
            <ErrorPanel
              title="Live tail failed"
              error={new Error('The server rejected the request. Check the query, then try again.')}
              onRetry={onRestart}
            />
          </Box>
        )}
        {tail.rows.length === 0 && tail.state !== 'refused' && (
          <EmptyState title="Waiting for rows">They appear here as soon as they are stored.</EmptyState>
        )}
        {tail.rows.length > 0 && (
          <Rows source={asked.source} columns={columns} rows={tail.rows} onOpen={onOpen} opened={opened} />
        )}
      </Box>
    </>
  );
}

function words(state: string, isPaused: boolean): string {
  if (isPaused) return 'Paused';
  return state === 'open' ? 'Live' : 'Connecting…';
}
