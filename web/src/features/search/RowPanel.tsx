import { ActionIcon, Box, Group, Tabs, Text, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import type { Source } from '../../api/stack.gen';
import type { Row } from '../../api/telemetry';
import { EmptyState } from '../../components/EmptyState';
import { Icon } from '../../components/Icon';
import { Stamp } from '../../components/Stamp';
import { View } from '../../components/View';
import { cellText, levelOf, timeOf } from './columns';
import { rowQuery } from './queries';
import { RowDetails } from './RowDetails';
import classes from './RowPanel.module.css';
import { RowTrace } from './RowTrace';
import { Surroundings } from './Surroundings';
import type { Filter } from './where';

interface RowPanelProps {
  source: Source;
  timestamp: string;
  /** What the table shows of the row; null when only its time is known. */
  seen: Row | null;
  columns: string[];
  onFilter: (chosen: Omit<Filter, 'values'>, value: string) => void;
  onColumns: (columns: string[]) => void;
  onOpen: (row: Row) => void;
  onClose: () => void;
}

/** One row beside the table: all it says, what happened around it, and its trace. */
export function RowPanel(props: RowPanelProps) {
  const { source, timestamp, seen, onClose } = props;
  const row = useQuery(rowQuery(source, timestamp, seen));
  useEscape(onClose);
  const empty = (
    <EmptyState title="The row no longer exists">It may have been deleted when its retention ended.</EmptyState>
  );
  return (
    <Box component="aside" className={classes.panel} aria-label="Row">
      <View<Row | null>
        query={row}
        failure="The row could not be loaded"
        isEmpty={(found) => found === null}
        empty={empty}
      >
        {(found) => found !== null && <Content {...props} row={found} />}
      </View>
      <Tooltip label="Close (Esc)">
        <ActionIcon variant="subtle" color="gray" className={classes.close} aria-label="Close row" onClick={onClose}>
          <Icon name="close" />
        </ActionIcon>
      </Tooltip>
    </Box>
  );
}

/** Escape closes the panel, unless something in front of it has taken the key. */
function useEscape(onClose: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && document.querySelector('[role="dialog"]') === null)
        onClose();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onClose]);
}

function Content(props: RowPanelProps & { row: Row }) {
  const { row, source, columns, onOpen } = props;
  const [tab, setTab] = useState<string | null>('details');
  const traceId = cellText(row.TraceId);
  return (
    <Tabs value={tab} onChange={setTab} className={classes.tabs} keepMounted={false}>
      <Group className={classes.head} gap="sm" wrap="nowrap">
        <Text size="sm" fw={600} truncate>
          {cellText(row.ServiceName)}
        </Text>
        <Text size="xs" c="dimmed">
          {levelOf(row)} · <Stamp ms={timeOf(row)} form="day" />
        </Text>
      </Group>
      <Tabs.List px="sm">
        <Tabs.Tab value="details">Details</Tabs.Tab>
        <Tabs.Tab value="around">Surrounding rows</Tabs.Tab>
        {traceId !== '' && <Tabs.Tab value="trace">Trace</Tabs.Tab>}
      </Tabs.List>
      <Tabs.Panel value="details" className={classes.body}>
        <RowDetails {...props} />
      </Tabs.Panel>
      <Tabs.Panel value="around" className={classes.body}>
        <Surroundings source={source} row={row} columns={columns} onOpen={onOpen} />
      </Tabs.Panel>
      <Tabs.Panel value="trace" className={classes.body}>
        <RowTrace traceId={traceId} spanId={cellText(row.SpanId)} />
      </Tabs.Panel>
    </Tabs>
  );
}
