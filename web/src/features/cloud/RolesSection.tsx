import { Badge, Button, Group, Table } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import type { Organization, OrganizationRole } from '../../api/cloud.gen';
import { ConfirmDialog } from '../parts/Dialogs';
import { Section } from '../parts/Frame';
import { Loaded } from '../parts/Loaded';
import { Cut } from '../parts/Cut';
import { Rows, type Column } from '../parts/Rows';
import { deleteRole, rolesQuery } from './roleCalls';
import { RoleDialog } from './RoleDialog';
import { managesOrganization } from './roles';
import { useCloudMay } from './useCloudMay';

const columns: Column[] = [
  { label: 'Name' },
  { label: 'Permissions', isNumber: true },
  { label: 'Members', isNumber: true },
  { label: 'Keys', isNumber: true },
  { label: 'Actions', isHidden: true },
];

/** What is open above the list. */
type Open = { kind: 'create' } | { kind: 'edit' | 'delete'; role: OrganizationRole } | null;

/** What members and keys may do in the organization. */
export function RolesSection({ organization }: { organization: Organization }) {
  const roles = useQuery(rolesQuery(organization.id));
  const [open, setOpen] = useState<Open>(null);
  const isManaging = managesOrganization(useCloudMay());
  const queryClient = useQueryClient();
  // Members and keys show the names of their roles.
  const done = () => queryClient.invalidateQueries({ queryKey: ['cloud', organization.id] });
  const button = isManaging && (
    <Button size="xs" onClick={() => setOpen({ kind: 'create' })}>
      Create role
    </Button>
  );
  return (
    <Section
      title="Roles"
      lead="A role decides what members and keys may do in the organization, and on which services."
      actions={button}
    >
      <Loaded query={roles} subject="The roles">
        {(list) => (
          <Rows label="Roles" columns={columns}>
            {list.map((role) => (
              <RoleRow
                key={role.id}
                role={role}
                onOpen={isManaging && role.type === 'custom' ? (kind) => setOpen({ kind, role }) : null}
              />
            ))}
          </Rows>
        )}
      </Loaded>
      {(open?.kind === 'create' || open?.kind === 'edit') && (
        <RoleDialog
          organization={organization}
          role={open.kind === 'edit' ? open.role : null}
          onDone={done}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.kind === 'delete' && (
        <ConfirmDialog
          title="Delete role"
          confirm="Delete role"
          onConfirm={() => deleteRole(organization.id, open.role.id).then(done)}
          onClose={() => setOpen(null)}
        >
          Members and keys with the role <b>{open.role.name}</b> lose what it allows at once.
        </ConfirmDialog>
      )}
    </Section>
  );
}

interface RoleRowProps {
  role: OrganizationRole;
  onOpen: ((kind: 'edit' | 'delete') => void) | null;
}

function RoleRow({ role, onOpen }: RoleRowProps) {
  const quiet = { size: 'compact-xs', variant: 'subtle' } as const;
  const permissions = new Set(role.policies.flatMap((policy) => policy.permissions));
  return (
    <Table.Tr>
      <Table.Td fw={500}>
        <Group gap="xs" wrap="nowrap">
          <Cut text={role.name} />
          {role.type === 'system' && (
            <Badge size="xs" variant="default">
              Predefined
            </Badge>
          )}
        </Group>
      </Table.Td>
      <Table.Td data-number>{permissions.size}</Table.Td>
      <Table.Td data-number>{countOf(role, 'user/')}</Table.Td>
      <Table.Td data-number>{countOf(role, 'apiKey/')}</Table.Td>
      <Table.Td>
        {onOpen !== null && (
          <Group gap="xs" wrap="nowrap" justify="flex-end">
            <Button {...quiet} onClick={() => onOpen('edit')} aria-label={`Edit ${role.name}`}>
              Edit
            </Button>
            <Button {...quiet} color="red" onClick={() => onOpen('delete')} aria-label={`Delete ${role.name}`}>
              Delete
            </Button>
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function countOf({ actors }: OrganizationRole, kind: string): number {
  return actors.filter((actor) => actor.startsWith(kind)).length;
}
