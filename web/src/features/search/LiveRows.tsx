import { Box, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';

import { tailRefusalQuery, type Row } from '../../api/telemetry';
import { useSaysMissing } from '../../api/useMissing';
import { EmptyState } from '../../components/EmptyState';
import { ErrorPanel } from '../../components/ErrorPanel';
import { Icon } from '../../components/Icon';
import type { TableSteps } from '../../components/VirtualTable';
import { counted, plain } from '../../number';
import { ColumnMenu } from './ColumnMenu';
import { selectOf } from './columns';
import { FindBox } from './FindBox';
import type { Asked } from './queries';
import { Rows, WrapSwitch, type Opened } from './RowsView';
import classes from './search.module.css';
import { useFind } from './useFind';
import { useReading } from './useReading';
import { useTail } from './useTail';

interface LiveRowsProps {
  asked: Asked;
  columns: string[];
  onOpen: (row: Row) => void;
  onEnter: () => void;
  opened: Opened;
  onColumns: (columns: string[]) => void;
  steps: RefObject<TableSteps | null>;
}

/** Rows as they are stored, the newest at the top. */
export function LiveRows(props: LiveRowsProps) {
  const { source, where, language } = props.asked;
  const [attempt, setAttempt] = useState(0);
  const key = JSON.stringify([source.id, where, language, props.columns, attempt]);
  return <Tail key={key} {...props} onRestart={() => setAttempt(attempt + 1)} />;
}

function Tail(props: LiveRowsProps & { onRestart: () => void }) {
  const { asked, columns, onColumns, onOpen, onEnter, opened, steps, onRestart } = props;
  const [isPaused, setPaused] = useState(false);
  const { isReading, watch } = useReading();
  const table = useRef<HTMLDivElement>(null);
  const isOpen = opened.timestamp !== '';
  const { source, where, language: whereLanguage } = asked;
  const tailed = { sourceId: source.id, where, whereLanguage, select: selectOf(columns) };
  const tail = useTail(tailed, isPaused || isReading || isOpen);
  useSaysMissing(tail.missing);
  const hasEnded = tail.state === 'lost' || tail.state === 'refused';
  const refusal = useQuery({ ...tailRefusalQuery(tailed), enabled: hasEnded });
  const find = useFind({ source: asked.source, columns, rows: tail.rows, steps });
  const goOn = () => {
    // The open row keeps its place among more rows, so the top is looked for after they are there.
    flushSync(() => {
      tail.flush();
      setPaused(false);
    });
    table.current?.querySelector('[role="grid"]')?.scrollTo(0, 0);
  };
  const words = wordsOf({ isPaused, isReading, isOpen, isConnected: tail.state === 'open' });
  return (
    <>
      <Group className={classes.bar} gap="sm">
        <Group gap="sm" role="status">
          <span className={classes.live} data-off={words !== 'Live' || undefined} />
          <span>{words}</span>
        </Group>
        <span>{counted(tail.rows.length, 'row')} kept</span>
        {tail.hasSkipped && <Text size="xs">More rows arrive than can be shown: narrow the search.</Text>}
        <Box flex={1} />
        <FindBox find={find} loaded={tail.rows.length} />
        <WrapSwitch source={asked.source} />
        <ColumnMenu asked={asked} columns={columns} onColumns={onColumns} />
        {tail.waiting > 0 && (
          <Button size="compact-xs" leftSection={<Icon name="up" size={12} />} onClick={goOn}>
            {plain(tail.waiting)} new
          </Button>
        )}
        <Button size="compact-xs" variant="default" onClick={() => setPaused(!isPaused)}>
          {isPaused ? 'Resume' : 'Pause'}
        </Button>
      </Group>
      <Box className={classes.table} ref={table} {...watch}>
        {tail.state === 'refused' && !refusal.isFetching && (
          <Box p="lg">
            <ErrorPanel
              title="Live tail failed"
              error={refusal.error ?? new Error('The connection was lost. Try again.')}
              onRetry={onRestart}
            />
          </Box>
        )}
        {tail.rows.length === 0 && tail.state !== 'refused' && (
          <EmptyState title="Waiting for rows">They appear here as soon as they are stored.</EmptyState>
        )}
        {tail.rows.length > 0 && (
          <Rows
            source={asked.source}
            columns={columns}
            rows={tail.rows}
            find={find}
            onOpen={onOpen}
            onEnter={onEnter}
            opened={opened}
            steps={steps}
          />
        )}
      </Box>
    </>
  );
}

interface Tailing {
  isPaused: boolean;
  isReading: boolean;
  isOpen: boolean;
  isConnected: boolean;
}

function wordsOf({ isPaused, isReading, isOpen, isConnected }: Tailing): string {
  if (isPaused) return 'Paused';
  if (isOpen) return 'Paused while a row is open';
  if (isReading) return 'Paused while you read';
  return isConnected ? 'Live' : 'Connecting…';
}
