import { Anchor, Breadcrumbs, Button, Stack, Tabs, Text, Title, useComputedColorScheme } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';

import type { Versioned } from '../../api/client';
import type { Alert, Member } from '../../api/stack.gen';
import { CopyLinksButton } from '../../components/CopyLinks';
import { ErrorPanel } from '../../components/ErrorPanel';
import { May } from '../../components/May';
import { Page } from '../../components/Page';
import { TimeRangePicker } from '../../components/TimeRangePicker';
import { Lines, View } from '../../components/View';
import { counted } from '../../number';
import type { Zone } from '../../time/format';
import { useTimeRange } from '../../time/useTimeRange';
import { useZone } from '../../time/zone';
import { unnarrowed } from '../dashboards/scope';
import { DrillProvider } from '../drill/DrillProvider';
import { ConfirmDialog } from '../parts/Dialogs';
import { Facts, type Fact } from '../parts/Facts';
import { TagBadges } from '../parts/Tags';
import { When } from '../parts/When';
import { membersQuery } from '../team/calls';
import { AlertEditor } from './AlertEditor';
import { AlertStateMark } from './AlertStateMark';
import classes from './alerts.module.css';
import { alertQuery, alertsQuery, deleteAlert, historyQuery } from './calls';
import { Deliveries } from './Deliveries';
import { Evaluations } from './Evaluations';
import { formOf, ruleWords } from './form';
import { History } from './History';
import { isLate, waitWords } from './lag';
import { LateNotice } from './LateNotice';
import { alertName } from './name';
import { silenceWords } from './silence';
import { SilenceButtons } from './SilenceButtons';
import { firedSpans } from './spans';
import { useWatchable } from './useWatchable';
import { waitingWords } from './waiting';
import { WatchChart } from './WatchChart';
import { watchedBy, type Watched } from './watched';
import { WatchedWords } from './WatchedWords';

/** One alert: its state, what it watches, and what it has done. */
export function AlertPage() {
  const { id = '' } = useParams({ strict: false });
  const alert = useQuery(alertQuery(id));
  return (
    <View query={alert} failure="The alert could not be loaded" title="Alert" skeleton={<Lines count={8} />}>
      {(found) => <Detail alert={found} />}
    </View>
  );
}

function Detail({ alert }: { alert: Versioned<Alert> }) {
  const watchable = useWatchable();
  const [zone] = useZone();
  const members = useQuery({ ...membersQuery, enabled: alert.value.silence !== null }).data;
  const name = alertName(alert.value, watchable);
  const waiting = waitingWords(alert.value, zone);
  const watched = watchedBy(formOf(alert.value), watchable);
  return (
    <Page
      title={name}
      heading={
        <Breadcrumbs>
          <Anchor component={Link} to="/alerts" size="sm">
            Alerts
          </Anchor>
          <Title order={1} size="h2">
            {name}
          </Title>
        </Breadcrumbs>
      }
      actions={<Actions alert={alert} />}
    >
      <Stack gap="lg">
        {waiting !== null && <LateNotice>{waiting} Until then it shows the state of the last window.</LateNotice>}
        {waiting === null && isLate(alert.value) && (
          <LateNotice>
            This alert is behind: its next window has been waiting for {waitWords(alert.value)}. Until the server
            catches up, it shows the state of the last evaluated window.
          </LateNotice>
        )}
        <Facts facts={factsOf(alert.value, watched, silenceText(alert.value, members, zone))} />
        {alert.value.tags.length > 0 && <TagBadges tags={alert.value.tags} />}
        {(watched !== null || watchable.isRead) && <WatchedWords alert={alert} watched={watched} />}
        {waiting === null && alert.value.executionErrors.length > 0 && (
          <ErrorPanel
            title="The last evaluation failed"
            error={new Error(alert.value.executionErrors[0]?.message ?? '')}
          />
        )}
        <Course alert={alert.value} watched={watched} />
        {alert.value.note !== null && <Text size="sm">{alert.value.note}</Text>}
        <Past alert={alert.value} watched={watched} />
      </Stack>
    </Page>
  );
}

function factsOf(alert: Alert, watched: Watched | null, silence: string | undefined): Fact[] {
  return [
    {
      name: 'State',
      value: <AlertStateMark state={alert.state} isSilenced={alert.silenced} />,
      note: silence,
    },
    { name: 'Fires when the value', value: ruleWords(formOf(alert), watched?.format) },
    {
      name: 'Evaluated through',
      value: <When at={alert.lastEvaluatedThrough} never="Not yet" />,
      note: isLate(alert) ? `The next window has been waiting for ${waitWords(alert)}` : undefined,
    },
    { name: 'Notifies', value: counted(alert.channels.length, 'webhook') },
  ];
}

function silenceText({ silence }: Alert, members: Member[] | undefined, zone: Zone): string | undefined {
  return silence === null ? undefined : silenceWords(silence, members, zone);
}

/** What the alert watches over the range of the page, with the times in which it fired. */
function Course({ alert, watched }: { alert: Alert; watched: Watched | null }) {
  const { span, zoom } = useTimeRange();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const history = useQuery(historyQuery(alert.id, 500)).data ?? [];
  const form = formOf(alert);
  if (watched === null || watched.config === null) return null;
  return (
    <section className={classes.chart} aria-label="Value over time">
      <DrillProvider scope={unnarrowed(span)}>
        <WatchChart
          name={watched.name}
          config={watched.config}
          filters={watched.filters}
          format={watched.format}
          form={form}
          span={span}
          firing={firedSpans(history, span.end)}
          scheme={scheme}
          onZoom={zoom}
        />
      </DrillProvider>
    </section>
  );
}

function Past({ alert, watched }: { alert: Alert; watched: Watched | null }) {
  return (
    <Tabs defaultValue="evaluations" keepMounted={false}>
      <Tabs.List mb="md">
        <Tabs.Tab value="evaluations">Evaluations</Tabs.Tab>
        <Tabs.Tab value="history">History</Tabs.Tab>
        <Tabs.Tab value="deliveries">Deliveries</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="evaluations">
        <Evaluations alert={alert} watched={watched} />
      </Tabs.Panel>
      <Tabs.Panel value="history">
        <History alert={alert} watched={watched} />
      </Tabs.Panel>
      <Tabs.Panel value="deliveries">
        <Deliveries of="alerts" id={alert.id} />
      </Tabs.Panel>
    </Tabs>
  );
}

function Actions({ alert }: { alert: Versioned<Alert> }) {
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const refresh = () => queryClient.invalidateQueries({ queryKey: alertsQuery.queryKey });
  const leave = async () => {
    await deleteAlert(alert.value.id);
    // The list must not ask about the windows of what is gone.
    queryClient.setQueryData(alertsQuery.queryKey, (list) => list?.filter(({ id }) => id !== alert.value.id));
    await navigate({ to: '/alerts' });
    queryClient.removeQueries({ queryKey: ['alerts', alert.value.id] });
    await refresh();
  };
  const close = () => setOpen(null);
  return (
    <>
      <CopyLinksButton />
      <TimeRangePicker />
      <SilenceButtons alert={alert.value} />
      <May do="update:Alert">
        <Button size="xs" variant="default" onClick={() => setOpen('edit')}>
          Edit and back-test
        </Button>
      </May>
      <May do="delete:Alert">
        <Button size="xs" variant="default" c="var(--cairn-bad)" onClick={() => setOpen('delete')}>
          Delete
        </Button>
      </May>
      {open === 'edit' && <AlertEditor alert={alert} form={formOf(alert.value)} onClose={close} />}
      {open === 'delete' && (
        <ConfirmDialog title="Delete alert" confirm="Delete alert" onConfirm={leave} onClose={close}>
          The alert and its history will be deleted. This can’t be undone.
        </ConfirmDialog>
      )}
    </>
  );
}
