import { Checkbox, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { Versioned } from '../../api/client';
import type { Organization, OrganizationRole } from '../../api/cloud.gen';
import { FormDialog } from '../parts/Dialogs';
import { EditDialog } from '../parts/EditDialog';
import { keysQuery, membersQuery, servicesQuery } from './calls';
import { emptyForm, formOf, isReady, organizationPermissions, policiesOf, servicePermissions } from './permissions';
import type { RoleForm } from './permissions';
import { createRole, roleQuery, updateRole } from './roleCalls';
import { seesServices } from './roles';
import { useCloudMay } from './useCloudMay';

interface RoleDialogProps {
  organization: Organization;
  /** Null to create one. */
  role: OrganizationRole | null;
  onDone: () => Promise<void>;
  onClose: () => void;
}

/** Makes a role, or changes one. */
export function RoleDialog({ role, ...rest }: RoleDialogProps) {
  return role === null ? <RoleEditor stored={null} {...rest} /> : <RoleChange id={role.id} {...rest} />;
}

type Rest = Omit<RoleDialogProps, 'role'>;

function RoleChange({ id, ...rest }: Rest & { id: string }) {
  return (
    <EditDialog query={useQuery(roleQuery(rest.organization.id, id))} noun="role" onClose={rest.onClose}>
      {(stored) => <RoleEditor stored={stored} {...rest} />}
    </EditDialog>
  );
}

function RoleEditor({ organization, stored, onDone, onClose }: Rest & { stored: Versioned<OrganizationRole> | null }) {
  const [form, setForm] = useState(() => (stored === null ? emptyForm : formOf(stored.value)));
  const set = (changed: Partial<RoleForm>) => setForm({ ...form, ...changed });
  const submit = async () => {
    const body = { name: form.name.trim(), actors: form.actors, policies: policiesOf(form, organization.id) };
    await (stored === null ? createRole(organization.id, body) : updateRole(organization.id, stored, body));
    await onDone();
  };
  return (
    <FormDialog
      title={stored === null ? 'Create role' : `Edit ${stored.value.name}`}
      submit={stored === null ? 'Create role' : 'Save role'}
      content={form}
      onSubmit={submit}
      onClose={onClose}
      isReady={isReady(form)}
      failure="The role was not saved"
      size="lg"
    >
      <Stack gap="lg">
        <TextInput
          label="Name"
          value={form.name}
          maxLength={128}
          onChange={(event) => set({ name: event.currentTarget.value })}
          data-autofocus
        />
        <Choices
          label="In the organization"
          choices={wordsOf(organizationPermissions)}
          chosen={form.organization}
          onChange={(chosen) => set({ organization: chosen })}
        />
        <Choices
          label="On services"
          choices={wordsOf(servicePermissions)}
          chosen={form.service}
          onChange={(chosen) => set({ service: chosen })}
        />
        {form.service.length > 0 && (
          <ServicesField
            organization={organization.id}
            chosen={form.services}
            onChange={(services) => set({ services })}
          />
        )}
        <ActorsField organization={organization.id} chosen={form.actors} onChange={(actors) => set({ actors })} />
        {form.others.length > 0 && (
          <Text size="xs" c="dimmed">
            This role has more policies, such as denials, made through the API. They are kept.
          </Text>
        )}
      </Stack>
    </FormDialog>
  );
}

interface Choice {
  value: string;
  label: string;
}

function wordsOf(words: Record<string, string>): Choice[] {
  return Object.entries(words).map(([value, label]) => ({ value, label }));
}

interface ChoicesProps {
  label: string;
  choices: Choice[];
  chosen: string[];
  onChange: (chosen: string[]) => void;
}

function Choices({ label, choices, chosen, onChange }: ChoicesProps) {
  return (
    <Checkbox.Group label={label} value={chosen} onChange={onChange}>
      <Stack gap={6} mt="xs">
        {choices.map((choice) => (
          <Checkbox key={choice.value} value={choice.value} label={choice.label} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

interface ServicesFieldProps {
  organization: string;
  /** Null for all. */
  chosen: string[] | null;
  onChange: (chosen: string[] | null) => void;
}

function ServicesField({ organization, chosen, onChange }: ServicesFieldProps) {
  const services = useQuery({ ...servicesQuery(organization), enabled: seesServices(useCloudMay()) }).data ?? [];
  return (
    <Stack gap="xs">
      <Radio.Group
        label="Which services"
        value={chosen === null ? 'all' : 'some'}
        onChange={(value) => onChange(value === 'all' ? null : [])}
      >
        <Stack gap={6} mt="xs">
          <Radio value="all" label="All, also new ones" />
          <Radio value="some" label="Some" />
        </Stack>
      </Radio.Group>
      {chosen !== null && (
        <Choices
          label="Services"
          choices={services.map(({ id, name }) => ({ value: id, label: name }))}
          chosen={chosen}
          onChange={onChange}
        />
      )}
    </Stack>
  );
}

/** Who has the role; an admin has every permission already. */
function ActorsField({
  organization,
  chosen,
  onChange,
}: Omit<ChoicesProps, 'label' | 'choices'> & { organization: string }) {
  const seesKeys = useCloudMay()('control-plane:organization:view-api-keys');
  const members = useQuery(membersQuery(organization)).data ?? [];
  const keys = useQuery({ ...keysQuery(organization), enabled: seesKeys }).data ?? [];
  const choices = [
    ...members
      .filter(({ role }) => role !== 'admin')
      .map(({ userId, email }) => ({ value: `user/${userId}`, label: email })),
    ...keys
      .filter(({ roles }) => !roles.includes('admin'))
      .map(({ id, name }) => ({ value: `apiKey/${id}`, label: `Key ${name}` })),
  ];
  if (choices.length === 0) return null;
  return <Choices label="Members and keys with this role" choices={choices} chosen={chosen} onChange={onChange} />;
}
