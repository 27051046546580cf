import { Anchor, Box, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';

import type { Alert, NumberFormat } from '../../api/stack.gen';
import { EmptyState } from '../../components/EmptyState';
import { Icon } from '../../components/Icon';
import { May } from '../../components/May';
import { Page } from '../../components/Page';
import { Panel } from '../../components/Panel';
import { Table, type Column } from '../../components/Table';
import { View } from '../../components/View';
import { matching } from '../parts/tagged';
import { State } from '../parts/State';
import { NarrowingFields, TagBadges } from '../parts/Tags';
import { When } from '../parts/When';
import { AlertEditor } from './AlertEditor';
import { AlertMenu } from './AlertMenu';
import { AlertStateMark } from './AlertStateMark';
import classes from './alerts.module.css';
import { alertsQuery } from './calls';
import { emptyForm, formOf, ruleWords } from './form';
import { useZone } from '../../time/zone';
import { isLate, latenessOf } from './lag';
import { LateNotice } from './LateNotice';
import { waitingFor, waitingWords } from './waiting';
import { alertName } from './name';
import { states, stateWords } from './states';
import { Strip } from './Strip';
import type { AlertForm, AlertState } from './types';
import { useAlertFilter, type AlertFilter } from './useAlertFilter';
import { useWatchable } from './useWatchable';
import { watchedBy, type Watchable } from './watched';

/** All alerts of the team, those that fire first. */
export function AlertsPage() {
  const alerts = useQuery(alertsQuery);
  const watchable = useWatchable();
  const [filter, setFilter] = useAlertFilter();
  const { form, open, close } = useNewAlert();
  const button = (
    <May do="create:Alert">
      <Button size="xs" leftSection={<Icon name="plus" size={14} />} onClick={() => open(emptyForm())}>
        Create alert
      </Button>
    </May>
  );
  return (
    <Page title="Alerts" actions={button}>
      <View
        query={alerts}
        failure="The alerts could not be loaded"
        isEmpty={(list) => list.length === 0}
        empty={<NoAlerts action={button} />}
      >
        {(list) => (
          <>
            <Lateness alerts={list} />
            <States alerts={list} chosen={filter.state} onChoose={(state) => setFilter({ ...filter, state })} />
            <NarrowingFields
              label="Find an alert"
              list={named(list, watchable)}
              narrowing={filter}
              onChange={(narrowing) => setFilter({ ...filter, ...narrowing })}
            />
            <Found alerts={filtered(list, filter, watchable)} watchable={watchable} onAll={() => setFilter(null)} />
          </>
        )}
      </View>
      {form !== null && (
        <May do="create:Alert">
          <AlertEditor alert={null} form={form} onClose={close} />
        </May>
      )}
    </Page>
  );
}

/** Alerts under the names that people know them by. */
function named(list: Alert[], watchable: Watchable): (Alert & { name: string })[] {
  return list.map((alert) => ({ ...alert, name: alertName(alert, watchable) }));
}

function filtered(list: Alert[], filter: AlertFilter, watchable: Watchable): Alert[] {
  const inState = list.filter(({ state }) => filter.state === null || state === filter.state);
  return matching(named(inState, watchable), filter);
}

interface FoundProps {
  alerts: Alert[];
  watchable: Watchable;
  onAll: () => void;
}

function Found({ alerts, watchable, onAll }: FoundProps) {
  if (alerts.length === 0) {
    const action = (
      <Button size="xs" variant="default" onClick={onAll}>
        Show all alerts
      </Button>
    );
    return (
      <EmptyState title="No alerts match" icon="search" action={action}>
        No alert has this state, name and tag.
      </EmptyState>
    );
  }
  return (
    <Panel isFlush>
      <Table
        label="Alerts"
        columns={columnsOf(watchable)}
        rows={alerts}
        rowKey={({ id }) => id}
        initialOrder={{ key: 'state', isDescending: false }}
      />
    </Panel>
  );
}

function columnsOf(watchable: Watchable): Column<Alert>[] {
  return [
    {
      key: 'state',
      name: 'State',
      width: 150,
      isWhole: true,
      sortBy: ({ state }) => states.indexOf(state),
      cell: ({ state, silenced }) => <AlertStateMark state={state} isSilenced={silenced} />,
    },
    {
      key: 'name',
      name: 'Name',
      sortBy: (alert) => alertName(alert, watchable).toLowerCase(),
      cell: (alert) => (
        <Group gap="xs">
          <Anchor component={Link} to={`/alerts/${alert.id}`} size="sm" fw={500}>
            {alertName(alert, watchable)}
          </Anchor>
          <TagBadges tags={alert.tags} />
        </Group>
      ),
    },
    {
      key: 'rule',
      name: 'Fires when the value',
      isMinor: true,
      cell: (alert) => (
        <Text size="sm" c="dimmed" className={classes.rule ?? ''}>
          {ruleWords(formOf(alert), formatIn(alert, watchable))}
        </Text>
      ),
    },
    {
      key: 'strip',
      name: 'Last windows',
      width: 240,
      isMinor: true,
      cell: (alert) => (
        <Strip alertId={alert.id} name={alertName(alert, watchable)} format={formatIn(alert, watchable)} />
      ),
    },
    {
      key: 'evaluated',
      name: 'Evaluated',
      width: 160,
      isWhole: true,
      isMinor: true,
      sortBy: ({ lastEvaluatedThrough }) => lastEvaluatedThrough ?? '',
      cell: (alert) => <Evaluated alert={alert} />,
    },
    {
      key: 'actions',
      name: '',
      width: 48,
      isWhole: true,
      cell: (alert) => <AlertMenu alert={alert} name={alertName(alert, watchable)} />,
    },
  ];
}

function formatIn(alert: Alert, watchable: Watchable): NumberFormat | undefined {
  return watchedBy(formOf(alert), watchable)?.format;
}

function Evaluated({ alert }: { alert: Alert }) {
  const [zone] = useZone();
  const waiting = waitingFor(alert);
  return (
    <Group gap="sm" wrap="nowrap">
      <When at={alert.lastEvaluatedThrough} never="Not yet" />
      {waiting !== null && (
        <span title={waitingWords(alert, zone) ?? waiting}>
          <State tone="busy">{waiting}</State>
        </span>
      )}
      {waiting === null && isLate(alert) && <State tone="busy">Late</State>}
    </Group>
  );
}

function Lateness({ alerts }: { alerts: Alert[] }) {
  const lateness = latenessOf(alerts);
  if (lateness === null) return null;
  return (
    <Box mb="md">
      <LateNotice>Alerts are behind: {lateness}. They fire late until the server catches up.</LateNotice>
    </Box>
  );
}

function States({
  alerts,
  chosen,
  onChoose,
}: {
  alerts: Alert[];
  chosen: AlertState | null;
  onChoose: (state: AlertState | null) => void;
}) {
  return (
    <Group gap="xs" mb="md" role="group" aria-label="States">
      {states.map((state) => (
        <Button
          key={state}
          size="compact-sm"
          variant={chosen === state ? 'filled' : 'default'}
          aria-pressed={chosen === state}
          onClick={() => onChoose(chosen === state ? null : state)}
        >
          {stateWords[state]} {alerts.filter((alert) => alert.state === state).length}
        </Button>
      ))}
    </Group>
  );
}

function NoAlerts({ action }: { action: ReactNode }) {
  return (
    <EmptyState title="No alerts yet" icon="alert" action={action}>
      An alert watches a tile of a dashboard or a saved search, and notifies a webhook when its value breaches a
      threshold.
    </EmptyState>
  );
}

/** The form of a new alert: from the button, or from the address that a tile or a search leads to. */
function useNewAlert() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const [opened, setOpened] = useState<AlertForm | null>(null);
  const close = () => {
    setOpened(null);
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({
        ...before,
        new: undefined,
        dashboard: undefined,
        tile: undefined,
        savedSearch: undefined,
      }),
    });
  };
  return { form: opened ?? formIn(search), open: setOpened, close };
}

function formIn(search: Record<string, unknown>): AlertForm | null {
  if (search.new === 'tile')
    return {
      ...emptyForm('tile'),
      dashboardId: String(search.dashboard ?? ''),
      tileId: String(search.tile ?? ''),
    };
  if (search.new === 'search') return { ...emptyForm(), savedSearchId: String(search.savedSearch ?? '') };
  return null;
}
