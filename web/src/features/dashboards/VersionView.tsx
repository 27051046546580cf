import { Alert, Button, Code, Collapse, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import type { Versioned } from '../../api/client';
import type { Dashboard, SavedDashboard } from '../../api/stack.gen';
import { ErrorPanel } from '../../components/ErrorPanel';
import { Icon } from '../../components/Icon';
import { May } from '../../components/May';
import { Page } from '../../components/Page';
import { TimeRangePicker } from '../../components/TimeRangePicker';
import { Lines, View } from '../../components/View';
import { When } from '../parts/When';
import { boardOf } from './board';
import { dashboardQuery, dashboardsQuery, restoreVersion, versionQuery, versionsQuery } from './calls';
import { Changes } from '../parts/Changes';
import { differences } from './difference';
import { ReadOnlyBoard } from './ReadOnlyBoard';
import { usePeople } from './usePeople';
import { useScope } from './useScope';

interface VersionViewProps {
  stored: Versioned<Dashboard>;
  version: number;
}

/** An earlier version of a dashboard, to look at and to restore. */
export function VersionView({ stored, version }: VersionViewProps) {
  const saved = useQuery(versionQuery(stored.value.id, version));
  return (
    <View
      query={saved}
      title={`Version ${version}`}
      failure={`Version ${version} could not be loaded`}
      skeleton={<Lines count={8} />}
    >
      {(earlier) => <EarlierBoard stored={stored} earlier={earlier} />}
    </View>
  );
}

function EarlierBoard({ stored, earlier }: { stored: Versioned<Dashboard>; earlier: SavedDashboard }) {
  const board = boardOf({ ...stored.value, containers: [], ...earlier.dashboard });
  const { scope } = useScope(board);
  return (
    <Page
      title={`${board.name}, version ${earlier.version}`}
      actions={
        <>
          <TimeRangePicker />
          <PresentButton />
        </>
      }
    >
      <Banner stored={stored} earlier={earlier} />
      <ReadOnlyBoard board={board} scope={scope} />
    </Page>
  );
}

const toPresent = (before: Record<string, unknown>) => ({ ...before, version: undefined });

function PresentButton() {
  return (
    <Button size="xs" variant="default" component={Link} to="." search={toPresent as never}>
      Back to the present version
    </Button>
  );
}

/** Says what is shown, in what the present version differs, and restores it. */
function Banner({ stored, earlier }: { stored: Versioned<Dashboard>; earlier: SavedDashboard }) {
  const nameOf = usePeople();
  const restoring = useRestore(stored, earlier.version);
  const present = boardOf(stored.value);
  const before = boardOf({ ...stored.value, containers: [], ...earlier.dashboard });
  return (
    <Alert variant="light" icon={<Icon name="clock" />} mb="sm" title={`Version ${earlier.version}, read-only`}>
      <Stack gap="sm">
        <Text size="sm">
          Saved <When at={earlier.createdAt} /> by {nameOf(earlier.createdBy)}.
        </Text>
        <Changes title="Changed since then" changes={differences(before, present)} />
        <Document earlier={earlier} />
        {restoring.isError && <ErrorPanel title="The version was not restored" error={restoring.error} />}
        <May do="update:Dashboard">
          <Group gap="sm">
            <Button size="xs" loading={restoring.isPending} onClick={() => restoring.mutate()}>
              Restore this version
            </Button>
            <Text size="xs" c="dimmed">
              It becomes the newest version. Nothing is lost, but alerts on tiles that it lacks are deleted.
            </Text>
          </Group>
        </May>
      </Stack>
    </Alert>
  );
}

function Document({ earlier }: { earlier: SavedDashboard }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Button size="compact-xs" variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Hide JSON' : 'Show JSON'}
      </Button>
      <Collapse expanded={isOpen}>
        <Code block tabIndex={0} mah={320} style={{ overflow: 'auto' }}>
          {isOpen ? JSON.stringify(earlier.dashboard, null, 2) : ''}
        </Code>
      </Collapse>
    </div>
  );
}

function useRestore({ value: { id }, etag }: Versioned<Dashboard>, version: number) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => restoreVersion(id, version, etag),
    async onSuccess(restored) {
      queryClient.setQueryData(dashboardQuery(id).queryKey, restored);
      void queryClient.invalidateQueries({ queryKey: dashboardsQuery.queryKey, exact: true });
      void queryClient.invalidateQueries({ queryKey: versionsQuery(id).queryKey, exact: true });
      await navigate({ to: '.', search: toPresent as never });
    },
    onError: () => queryClient.invalidateQueries({ queryKey: dashboardQuery(id).queryKey, exact: true }),
  });
}
