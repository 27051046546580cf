import { Box, Button, Group, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type Ref } from 'react';

import type { Source } from '../../api/stack.gen';
import type { Row } from '../../api/telemetry';
import { EmptyState } from '../../components/EmptyState';
import { Icon } from '../../components/Icon';
import { IconButton } from '../../components/IconButton';
import { usePageShortcuts } from '../../components/pageShortcuts';
import { ResizeHandle } from '../../components/ResizeHandle';
import { Stamp } from '../../components/Stamp';
import { TelemetryText } from '../../components/TelemetryText';
import { View } from '../../components/View';
import { cellText, levelOf, timeOf } from './columns';
import { rowQuery } from './queries';
import { RowDetails } from './RowDetails';
import classes from './RowPanel.module.css';
import type { Opened } from './RowsView';
import { RowTrace } from './RowTrace';
import type { RowTab } from './state';
import { Surroundings } from './Surroundings';
import { usePanelWidth } from './usePanelWidth';
import type { Filter } from './where';

interface RowPanelProps {
  source: Source;
  opened: Opened;
  /** The row near it that stands in front of it, if any. */
  near: Opened;
  tab: RowTab;
  onTab: (tab: RowTab) => void;
  columns: string[];
  onFilter: (chosen: Omit<Filter, 'values'>, value: string) => void;
  onColumns: (columns: string[]) => void;
  /** Opens the row so many places after this one. */
  onStep: (by: number) => void;
  onNear: (row: Row) => void;
  /** Leaves the row near the open one. */
  onBack: () => void;
  onClose: () => void;
}

/** One row beside the table: all it says, what happened around it, and its trace. */
export function RowPanel({ ref, ...props }: RowPanelProps & { ref: Ref<HTMLElement> }) {
  const { source, opened, near, tab, onTab, columns, onStep, onNear, onBack, onClose } = props;
  const isNear = near.timestamp !== '';
  const panel = usePanelWidth();
  useEscape(isNear ? onBack : onClose);
  usePageShortcuts([{ keys: 'Esc', name: 'Close the row' }]);
  return (
    <Box
      component="aside"
      ref={ref}
      tabIndex={-1}
      data-layer
      className={classes.panel}
      aria-label="Row"
      {...panel.look}
    >
      <ResizeHandle label="Resize row" edge="left" {...panel.handle} />
      {/* It stays as it is behind the other one, scrolled and widened. */}
      <Box className={classes.fill} inert={isNear}>
        <OneRow {...props} key={opened.timestamp} opened={opened} tab={tab} onTab={onTab}>
          {(row) => <Surroundings source={source} row={row} columns={columns} onOpen={onNear} />}
        </OneRow>
      </Box>
      {isNear && <NearRow {...props} key={near.timestamp} />}
      <Group className={classes.close} gap={2}>
        {!isNear && <IconButton icon="down" name="Next row" keys="j" onClick={() => onStep(1)} />}
        {!isNear && <IconButton icon="up" name="Previous row" keys="k" onClick={() => onStep(-1)} />}
        <IconButton icon="close" name="Close row" {...(!isNear && { keys: 'Esc' })} onClick={onClose} />
      </Group>
    </Box>
  );
}

function NearRow(props: RowPanelProps) {
  const [tab, setTab] = useState<RowTab>('details');
  return (
    <Box className={classes.near}>
      <Box className={classes.back}>
        <Button size="compact-sm" variant="subtle" leftSection={<Icon name="left" size={14} />} onClick={props.onBack}>
          Back to surrounding rows
        </Button>
      </Box>
      <Box className={classes.rows}>
        <OneRow {...props} opened={props.near} tab={tab} onTab={setTab} />
      </Box>
    </Box>
  );
}

/** Escape closes the panel, unless something in front of it has taken the key. */
function useEscape(onEscape: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && document.querySelector('[role="dialog"]') === null)
        onEscape();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onEscape]);
}

interface OneRowProps extends Pick<RowPanelProps, 'source' | 'opened' | 'tab' | 'onTab' | 'columns'> {
  onFilter: RowPanelProps['onFilter'];
  onColumns: RowPanelProps['onColumns'];
  /** What stands around it; without it there is no such tab. */
  children?: (row: Row) => React.ReactNode;
}

function OneRow(props: OneRowProps) {
  const { source, opened } = props;
  const row = useQuery(rowQuery(source, opened.timestamp, opened.seen));
  const empty = (
    <EmptyState title="The row no longer exists">It may have been deleted when its retention ended.</EmptyState>
  );
  return (
    <View<Row | null>
      query={row}
      failure="The row could not be loaded"
      isEmpty={(found) => found === null}
      empty={empty}
    >
      {(found) => found !== null && <Content {...props} row={found} />}
    </View>
  );
}

function Content({ source, row, tab, onTab, children, columns, onFilter, onColumns }: OneRowProps & { row: Row }) {
  const traceId = cellText(row.TraceId);
  return (
    <Tabs value={tab} onChange={(chosen) => onTab(chosen as RowTab)} className={classes.tabs} keepMounted={false}>
      <Group className={classes.head} gap="sm" wrap="nowrap">
        <Text size="sm" fw={600} truncate>
          <TelemetryText text={cellText(row.ServiceName)} isOneLine />
        </Text>
        <Text size="xs" c="dimmed">
          {levelOf(row)} · <Stamp ms={timeOf(row)} form="day" />
        </Text>
      </Group>
      <Tabs.List px="sm">
        <Tabs.Tab value="details">Details</Tabs.Tab>
        {children !== undefined && <Tabs.Tab value="around">Surrounding rows</Tabs.Tab>}
        {traceId !== '' && <Tabs.Tab value="trace">Trace</Tabs.Tab>}
      </Tabs.List>
      <Tabs.Panel value="details" className={classes.body}>
        <RowDetails source={source} row={row} columns={columns} onFilter={onFilter} onColumns={onColumns} />
      </Tabs.Panel>
      {children !== undefined && (
        <Tabs.Panel value="around" className={classes.body}>
          {children(row)}
        </Tabs.Panel>
      )}
      {traceId !== '' && (
        <Tabs.Panel value="trace" className={classes.body}>
          <RowTrace traceId={traceId} spanId={cellText(row.SpanId)} />
        </Tabs.Panel>
      )}
    </Tabs>
  );
}
