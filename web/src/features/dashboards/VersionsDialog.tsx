import { Anchor, Badge, Group, Modal, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import type { DashboardVersion } from '../../api/stack.gen';
import { Lines, View } from '../../components/View';
import { Rows } from '../parts/Rows';
import { When } from '../parts/When';
import { versionsQuery } from './calls';
import { usePeople } from './usePeople';

const columns = [{ label: 'Version', isNumber: true }, { label: 'Saved' }, { label: 'By' }];

/** The kept versions of a dashboard, each with a way to look at it. */
export function VersionsDialog({ dashboardId, onClose }: { dashboardId: string; onClose: () => void }) {
  const versions = useQuery({ ...versionsQuery(dashboardId), staleTime: 0 });
  return (
    <Modal opened onClose={onClose} title="Version history" size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Text size="sm" c="dimmed" mb="sm">
        Every save is a version. The newest 50 are kept. Open one to compare it with the present one and to restore it.
      </Text>
      <View query={versions} failure="The versions could not be loaded" skeleton={<Lines count={4} />}>
        {(list) => (
          <Rows label="Versions" columns={columns}>
            {list.map((version, at) => (
              <VersionRow key={version.version} version={version} isPresent={at === 0} onOpen={onClose} />
            ))}
          </Rows>
        )}
      </View>
    </Modal>
  );
}

interface VersionRowProps {
  version: DashboardVersion;
  isPresent: boolean;
  onOpen: () => void;
}

function VersionRow({ version: { version, createdAt, createdBy, restoredFrom }, isPresent, onOpen }: VersionRowProps) {
  const nameOf = usePeople();
  const search = (before: Record<string, unknown>) => ({ ...before, version: isPresent ? undefined : version });
  return (
    <Table.Tr>
      <Table.Td data-number>
        <Anchor
          component={Link}
          to="."
          search={search as never}
          onClick={onOpen}
          aria-label={`Open version ${version}`}
        >
          {version}
        </Anchor>
      </Table.Td>
      <Table.Td>
        <When at={createdAt} />
      </Table.Td>
      <Table.Td>
        <Group gap="sm">
          {nameOf(createdBy)}
          {restoredFrom !== undefined && <Badge variant="default">Restored from {restoredFrom}</Badge>}
          {isPresent && <Badge>Present</Badge>}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
