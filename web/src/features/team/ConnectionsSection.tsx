import { Button, Checkbox, Group, PasswordInput, Table, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { ConnectionBody } from '../../api/stack.gen';
import { May } from '../../components/May';
import { ConfirmDialog, FormDialog } from '../parts/Dialogs';
import { Section } from '../parts/Frame';
import { Loaded } from '../parts/Loaded';
import partClasses from '../parts/parts.module.css';
import { Rows, type Column } from '../parts/Rows';
import { useDone } from '../parts/useDone';
import { connectionsQuery, createConnection, deleteConnection, replaceConnection } from './calls';
import type { Connection } from './types';

const columns: Column[] = [
  { label: 'Name' },
  { label: 'Kind' },
  { label: 'Address' },
  { label: 'User' },
  { label: 'Actions', isHidden: true },
];

/** The databases that sources read from. */
export function ConnectionsSection() {
  const connections = useQuery(connectionsQuery);
  const [edited, setEdited] = useState<Connection | 'new' | null>(null);
  const [leaving, setLeaving] = useState<Connection | null>(null);
  const done = useDone(connectionsQuery.queryKey);
  const button = (
    <May do="create:Connection">
      <Button size="xs" onClick={() => setEdited('new')}>
        Create connection
      </Button>
    </May>
  );
  return (
    <Section
      title="Connections"
      lead="Databases that sources read from: Cairn’s own, and other ClickHouse or Prometheus servers."
      actions={button}
    >
      <Loaded query={connections} subject="The connections">
        {(list) => (
          <Rows label="Connections" columns={columns}>
            {list.map((one) => (
              <ConnectionRow
                key={one.id}
                connection={one}
                onEdit={() => setEdited(one)}
                onDelete={() => setLeaving(one)}
              />
            ))}
          </Rows>
        )}
      </Loaded>
      {edited !== null && (
        <ConnectionDialog connection={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
      {leaving !== null && (
        <ConfirmDialog
          title="Delete connection"
          confirm="Delete connection"
          onConfirm={() => deleteConnection(leaving.id).then(done)}
          onClose={() => setLeaving(null)}
        >
          <b>{leaving.name}</b> and its stored password will be deleted. Sources that use it are kept and marked.
        </ConfirmDialog>
      )}
    </Section>
  );
}

interface ConnectionRowProps {
  connection: Connection;
  onEdit: () => void;
  onDelete: () => void;
}

function ConnectionRow({ connection, onEdit, onDelete }: ConnectionRowProps) {
  return (
    <Table.Tr>
      <Table.Td fw={500}>{connection.name}</Table.Td>
      <Table.Td>{kindOf(connection)}</Table.Td>
      <Table.Td className={partClasses.mono}>{connection.own ? '' : connection.host}</Table.Td>
      <Table.Td className={partClasses.mono}>{connection.username}</Table.Td>
      <Table.Td>
        {connection.own ? (
          <Text size="xs" c="dimmed">
            Read-only
          </Text>
        ) : (
          <Group gap="xs" wrap="nowrap" justify="flex-end">
            <May do="update:Connection">
              <Button size="compact-xs" variant="subtle" onClick={onEdit} aria-label={`Edit ${connection.name}`}>
                Edit
              </Button>
            </May>
            <May do="delete:Connection">
              <Button
                size="compact-xs"
                variant="subtle"
                color="red"
                onClick={onDelete}
                aria-label={`Delete ${connection.name}`}
              >
                Delete
              </Button>
            </May>
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function kindOf(connection: Connection): string {
  if (connection.own) return 'Built-in';
  return connection.isPrometheusEndpoint ? 'Prometheus' : 'ClickHouse';
}

function ConnectionDialog({ connection, onClose }: { connection: Connection | null; onClose: () => void }) {
  const [name, setName] = useState(connection?.name ?? '');
  const [host, setHost] = useState(connection?.host ?? '');
  const [username, setUsername] = useState(connection?.username ?? '');
  const [password, setPassword] = useState('');
  const [isPrometheus, setPrometheus] = useState(connection?.isPrometheusEndpoint ?? false);
  const done = useDone(connectionsQuery.queryKey);
  const submit = async () => {
    const body: ConnectionBody = {
      name: name.trim(),
      host: host.trim(),
      username: username.trim(),
      isPrometheusEndpoint: isPrometheus,
    };
    if (password !== '') body.password = password;
    await (connection === null ? createConnection(body) : replaceConnection(connection.id, body));
    await done();
  };
  return (
    <FormDialog
      title={connection === null ? 'Create connection' : `Edit ${connection.name}`}
      submit={connection === null ? 'Create connection' : 'Save connection'}
      content={[name, host, username, password, isPrometheus]}
      onSubmit={submit}
      onClose={onClose}
      isReady={name.trim() !== '' && host.trim() !== ''}
    >
      <TextInput label="Name" value={name} onChange={(event) => setName(event.currentTarget.value)} data-autofocus />
      <TextInput
        label="Address"
        description="The address of the HTTP interface. The connection is tested before it is saved."
        placeholder="https://clickhouse.example.org:8443"
        value={host}
        onChange={(event) => setHost(event.currentTarget.value)}
      />
      <TextInput
        label="User"
        value={username}
        autoComplete="off"
        onChange={(event) => setUsername(event.currentTarget.value)}
      />
      <PasswordInput
        label="Password"
        description={
          connection === null ? undefined : 'Leave empty to keep the current one. Required when the address changes.'
        }
        value={password}
        autoComplete="new-password"
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Checkbox
        label="This is a Prometheus-compatible API"
        checked={isPrometheus}
        onChange={(event) => setPrometheus(event.currentTarget.checked)}
      />
    </FormDialog>
  );
}
