import { Badge, Button, Group, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { Role } from '../../api/stack.gen';
import { useMay } from '../../api/useMay';
import { ErrorPanel } from '../../components/ErrorPanel';
import { May } from '../../components/May';
import { TelemetryText } from '../../components/TelemetryText';
import { ConfirmDialog } from '../parts/Dialogs';
import { Section } from '../parts/Frame';
import { Loaded } from '../parts/Loaded';
import { Cut } from '../parts/Cut';
import partClasses from '../parts/parts.module.css';
import { Rows, type Column } from '../parts/Rows';
import { useDone } from '../parts/useDone';
import { membersQuery } from './calls';
import { changeDefaultRole, deleteRole, rolesQuery, teamQuery } from './roleCalls';
import { RoleDialog, type RoleTask } from './RoleDialog';
import { dataWords } from './roleForm';
import { RoleSelect } from './RoleSelect';

const columns: Column[] = [
  { label: 'Name' },
  { label: 'Description' },
  { label: 'Data' },
  { label: 'Members', isNumber: true },
  { label: 'Actions', isHidden: true },
];

/** What members and keys of the team may do. */
export function RolesSection() {
  const roles = useQuery(rolesQuery);
  const [task, setTask] = useState<RoleTask | null>(null);
  const [leaving, setLeaving] = useState<Role | null>(null);
  const done = useDone(rolesQuery.queryKey);
  const button = (
    <May do="create:Role">
      <Button size="xs" onClick={() => setTask({ kind: 'create', from: null })}>
        Create role
      </Button>
    </May>
  );
  return (
    <Stack gap="xl">
      <Section
        title="Roles"
        lead="A role decides what members and access keys may do in this team, and which telemetry they read."
        actions={button}
      >
        <Loaded query={roles} subject="The roles">
          {(list) => (
            <Rows label="Roles" columns={columns}>
              {list.map((role) => (
                <RoleRow key={role.id} role={role} onTask={setTask} onDelete={() => setLeaving(role)} />
              ))}
            </Rows>
          )}
        </Loaded>
      </Section>
      <DefaultRole />
      {task !== null && <RoleDialog task={task} onClose={() => setTask(null)} />}
      {leaving !== null && (
        <ConfirmDialog
          title="Delete role"
          confirm="Delete role"
          onConfirm={() => deleteRole(leaving.id).then(done)}
          onClose={() => setLeaving(null)}
        >
          <b>{leaving.name}</b> will be deleted. A role that members, keys or invitations still have can’t be.
        </ConfirmDialog>
      )}
    </Stack>
  );
}

interface RoleRowProps {
  role: Role;
  onTask: (task: RoleTask) => void;
  onDelete: () => void;
}

function RoleRow({ role, onTask, onDelete }: RoleRowProps) {
  const members = useQuery({ ...membersQuery, enabled: useMay()('read:User') }).data;
  return (
    <Table.Tr>
      <Table.Td fw={500}>
        <Group gap="xs" wrap="nowrap">
          <Cut text={role.name} />
          {role.isPredefined && (
            <Badge size="xs" variant="default">
              Predefined
            </Badge>
          )}
        </Group>
      </Table.Td>
      <Table.Td>
        <Cut text={role.description} />
      </Table.Td>
      <Table.Td>
        {role.isHidden ? (
          <Text size="sm" c="dimmed">
            Shown to those who have it
          </Text>
        ) : (
          <span className={partClasses.cut} title={dataWords(role.permissions)}>
            <TelemetryText text={dataWords(role.permissions)} isOneLine />
          </span>
        )}
      </Table.Td>
      <Table.Td data-number>{members?.filter(({ roleId }) => roleId === role.id).length}</Table.Td>
      <Table.Td>
        <RoleButtons role={role} onTask={onTask} onDelete={onDelete} />
      </Table.Td>
    </Table.Tr>
  );
}

function RoleButtons({ role, onTask, onDelete }: RoleRowProps) {
  const quiet = { size: 'compact-xs', variant: 'subtle' } as const;
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      {!role.isPredefined && (
        <May do="update:Role">
          <Button {...quiet} onClick={() => onTask({ kind: 'edit', id: role.id })} aria-label={`Edit ${role.name}`}>
            Edit
          </Button>
        </May>
      )}
      <May do="create:Role">
        <Button {...quiet} onClick={() => onTask({ kind: 'create', from: role })} aria-label={`Duplicate ${role.name}`}>
          Duplicate
        </Button>
      </May>
      {!role.isPredefined && (
        <May do="delete:Role">
          <Button {...quiet} color="red" onClick={onDelete} aria-label={`Delete ${role.name}`}>
            Delete
          </Button>
        </May>
      )}
    </Group>
  );
}

/** The role of those who are invited without one. */
function DefaultRole() {
  const team = useQuery(teamQuery);
  const done = useDone(teamQuery.queryKey);
  const changing = useMutation({ mutationFn: changeDefaultRole, onSuccess: done });
  const isFixed = !useMay()('update:Team');
  return (
    <Section title="Default role" lead="The role of people who are invited without one.">
      <Loaded query={team} subject="The default role" height={32}>
        {({ defaultUserRole }) => (
          <Stack gap="sm" align="flex-start">
            <RoleSelect
              aria-label="Default role"
              value={(changing.isPending ? changing.variables : defaultUserRole) ?? ''}
              none="From the role in the organization"
              disabled={isFixed || changing.isPending}
              onChange={(roleId) => changing.mutate(roleId === '' ? null : roleId)}
            />
            {isFixed && (
              <Text size="xs" c="dimmed">
                Your role can’t change the team settings.
              </Text>
            )}
            {changing.isError && <ErrorPanel title="The default role was not changed" error={changing.error} />}
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}
