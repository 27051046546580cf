import { Button, Collapse, Input, JsonInput, Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import type { Versioned } from '../../api/client';
import { sessionQuery } from '../../api/queries';
import type { Role } from '../../api/stack.gen';
import { FormDialog } from '../parts/Dialogs';
import { EditDialog } from '../parts/EditDialog';
import { membersQuery } from './calls';
import { DataAccessField } from './DataAccessField';
import { createRole, replaceRole, roleQuery, rolesQuery } from './roleCalls';
import { formOf, parsed, permissionsOf, type RoleForm } from './roleForm';
import { RoleMatrix } from './RoleMatrix';
import { mistakesOf, type Mistakes } from './roleMistakes';

/** What is done to a role: one is made, as a copy of another or from nothing, or one is changed. */
export type RoleTask = { kind: 'create'; from: Role | null } | { kind: 'edit'; id: string };

interface RoleDialogProps {
  task: RoleTask;
  onClose: () => void;
}

/** Makes or changes a role. */
export function RoleDialog({ task, onClose }: RoleDialogProps) {
  if (task.kind === 'edit') return <RoleChange id={task.id} onClose={onClose} />;
  const copy = task.from === null ? null : { ...task.from, name: `Copy of ${task.from.name}` };
  return <RoleEditor stored={null} form={formOf(copy)} before={task.from?.permissions ?? []} onClose={onClose} />;
}

function RoleChange({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <EditDialog query={useQuery(roleQuery(id))} noun="role" onClose={onClose}>
      {(stored) => (
        <RoleEditor stored={stored} form={formOf(stored.value)} before={stored.value.permissions} onClose={onClose} />
      )}
    </EditDialog>
  );
}

interface RoleEditorProps {
  /** Null for a new one. */
  stored: Versioned<Role> | null;
  form: RoleForm;
  /** The permissions that the form was made of. */
  before: Role['permissions'];
  onClose: () => void;
}

function RoleEditor({ stored, form: initial, before, onClose }: RoleEditorProps) {
  const [form, setForm] = useState(initial);
  const [mistakes, setMistakes] = useState<Mistakes>({});
  const refresh = useRefresh();
  const submit = async () => {
    const placed = permissionsOf(form, before);
    const permissions = placed.map(({ permission }) => permission);
    const body = { name: form.name.trim(), description: form.description.trim(), permissions };
    try {
      await (stored === null ? createRole(body) : replaceRole(stored.value.id, body, stored.etag));
    } catch (error) {
      setMistakes(
        mistakesOf(
          error,
          placed.map(({ place }) => place),
        ),
      );
      throw error;
    }
    await refresh();
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
      <RoleFields
        form={form}
        mistakes={mistakes}
        onChange={(changed) => {
          setMistakes({});
          setForm({ ...form, ...changed });
        }}
      />
    </FormDialog>
  );
}

function isReady({ name, data, others }: RoleForm): boolean {
  const isRestricted = data.rows !== 'some' || data.where.trim() !== '' || data.kind !== '';
  return name.trim() !== '' && isRestricted && parsed(others) !== null;
}

/** What a role allows may be one's own: the session is read again, too. */
function useRefresh() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: rolesQuery.queryKey }),
      queryClient.invalidateQueries({ queryKey: membersQuery.queryKey }),
      queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey, exact: true }),
    ]);
}

interface RoleFieldsProps {
  form: RoleForm;
  mistakes: Mistakes;
  onChange: (changed: Partial<RoleForm>) => void;
}

function RoleFields({ form, mistakes, onChange }: RoleFieldsProps) {
  return (
    <Stack gap="lg">
      <TextInput
        label="Name"
        value={form.name}
        error={mistakes.name}
        maxLength={128}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        data-autofocus
      />
      <Textarea
        label="Description"
        description="Optional."
        value={form.description}
        error={mistakes.description}
        maxLength={1024}
        autosize
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      <div>
        <RoleMatrix matrix={form.matrix} onChange={(matrix) => onChange({ matrix })} />
        {mistakes.matrix !== undefined && <Input.Error>{mistakes.matrix}</Input.Error>}
      </div>
      <DataAccessField data={form.data} error={mistakes.data ?? null} onChange={(data) => onChange({ data })} />
      <Advanced text={form.others} mistake={mistakes.others} onChange={(others) => onChange({ others })} />
    </Stack>
  );
}

interface AdvancedProps {
  text: string;
  mistake: string | undefined;
  onChange: (text: string) => void;
}

const example = `[{ "action": "update", "subject": "Dashboard",
  "conditions": { "tags": "shop" }, "fields": ["name"] }]`;

/** Permissions with conditions and fields, as the API has them. */
function Advanced({ text, mistake, onChange }: AdvancedProps) {
  const [isChosen, setChosen] = useState(text !== '');
  const isOpen = isChosen || mistake !== undefined;
  const wrong = parsed(text) === null ? 'Must be a list of permissions in JSON.' : mistake;
  return (
    <div>
      <Button size="compact-sm" variant="subtle" aria-expanded={isOpen} onClick={() => setChosen(!isOpen)}>
        Advanced
      </Button>
      <Collapse expanded={isOpen}>
        <JsonInput
          label="More permissions"
          description="With conditions on what things are, or for some fields alone. They are added to those above."
          placeholder={example}
          value={text}
          error={wrong}
          autosize
          minRows={3}
          maxRows={16}
          onChange={onChange}
        />
      </Collapse>
    </div>
  );
}
