import { Button, NativeSelect, SimpleGrid, Table, TextInput } from '@mantine/core';
import { useState } from 'react';

import type { Organization } from '../../api/cloud.gen';
import { ConfirmDialog, FormDialog } from '../parts/Dialogs';
import { Section } from '../parts/Frame';
import { Empty } from '../parts/Loaded';
import { Rows, type Column } from '../parts/Rows';
import { useDone } from '../parts/useDone';
import mono from '../parts/mono.module.css';
import { changeOrganization, organizationQuery } from './calls';
import { lockedOut } from './rules';
import { providerNames, regionsOf, type Provider } from './regions';

const columns: Column[] = [
  { label: 'Endpoint' },
  { label: 'Description' },
  { label: 'Provider' },
  { label: 'Region' },
  { label: 'Actions', isHidden: true },
];

/** The endpoints that services of the organization may be given. */
export function RegisteredEndpoints({ organization }: { organization: Organization }) {
  const [isAdding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState('');
  const button = (
    <Button size="xs" variant="default" onClick={() => setAdding(true)}>
      Register endpoint
    </Button>
  );
  return (
    <Section
      title="Registered with the organization"
      lead="Endpoints in your networks that can be used to reach services."
      actions={button}
    >
      {organization.privateEndpoints.length === 0 ? (
        <Empty title="Nothing registered yet" icon="link">
          Register an endpoint here, or create one for a service below, which also registers it.
        </Empty>
      ) : (
        <Rows label="Registered endpoints" columns={columns}>
          {organization.privateEndpoints.map((one) => (
            <Table.Tr key={one.id}>
              <Table.Td ff="monospace" fz="xs">
                {one.id}
              </Table.Td>
              <Table.Td>{one.description}</Table.Td>
              <Table.Td>{providerNames[one.cloudProvider as Provider] ?? ''}</Table.Td>
              <Table.Td>{one.region}</Table.Td>
              <Table.Td>
                <Button
                  size="compact-xs"
                  variant="subtle"
                  color="red"
                  onClick={() => setLeaving(one.id)}
                  aria-label={`Unregister ${one.id}`}
                >
                  Unregister
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Rows>
      )}
      {isAdding && <RegisterDialog organization={organization} onClose={() => setAdding(false)} />}
      {leaving !== '' && (
        <UnregisterDialogs organization={organization} endpoint={leaving} onClose={() => setLeaving('')} />
      )}
    </Section>
  );
}

interface UnregisterDialogsProps {
  organization: Organization;
  endpoint: string;
  onClose: () => void;
}

/** The question, and the one behind it when the endpoint is the last way in. */
function UnregisterDialogs({ organization, endpoint, onClose }: UnregisterDialogsProps) {
  const [isLastWay, setLastWay] = useState(false);
  const done = useDone(organizationQuery.queryKey);
  const unregister = async (force: boolean) => {
    await changeOrganization(organization.id, { privateEndpoints: { remove: [{ id: endpoint }] } }, force);
    await done();
    onClose();
  };
  const tryUnregister = () =>
    unregister(false).catch((error: unknown) => {
      if (lockedOut(error) === null) throw error;
      setLastWay(true);
    });
  if (isLastWay) {
    return (
      <ConfirmDialog
        title="Close the last way in?"
        confirm="Unregister anyway"
        onConfirm={() => unregister(true)}
        onClose={onClose}
      >
        You come through <b>{endpoint}</b>, or it is the only way into a service. The service can&apos;t be reached
        until you edit its access list or attach another endpoint.
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      title="Unregister endpoint"
      confirm="Unregister"
      onConfirm={tryUnregister}
      onClose={() => undefined}
      onCancel={onClose}
    >
      <b>{endpoint}</b> can no longer reach any service of the organization.
    </ConfirmDialog>
  );
}

function RegisterDialog({ organization, onClose }: { organization: Organization; onClose: () => void }) {
  const [form, setForm] = useState({ id: '', description: '', provider: 'aws' as Provider, region: 'us-east-1' });
  const done = useDone(organizationQuery.queryKey);
  const submit = () =>
    changeOrganization(organization.id, {
      privateEndpoints: {
        add: [
          {
            id: form.id.trim(),
            description: form.description.trim(),
            cloudProvider: form.provider,
            region: form.region,
          },
        ],
      },
    }).then(done);
  return (
    <FormDialog
      title="Register endpoint"
      submit="Register endpoint"
      content={form}
      onSubmit={submit}
      onClose={onClose}
      isReady={form.id.trim() !== ''}
    >
      <TextInput
        label="Endpoint id"
        placeholder="vpce-0123456789abcdef0"
        classNames={{ input: mono.input ?? '' }}
        value={form.id}
        onChange={(event) => setForm({ ...form, id: event.currentTarget.value })}
        data-autofocus
      />
      <TextInput
        label="Description"
        value={form.description}
        maxLength={255}
        onChange={(event) => setForm({ ...form, description: event.currentTarget.value })}
      />
      <SimpleGrid cols={2} spacing="md">
        <NativeSelect
          label="Provider"
          value={form.provider}
          data={Object.entries(providerNames).map(([value, label]) => ({ value, label }))}
          onChange={(event) => {
            const provider = event.currentTarget.value as Provider;
            setForm({ ...form, provider, region: regionsOf[provider][0] ?? '' });
          }}
        />
        <NativeSelect
          label="Region"
          value={form.region}
          data={regionsOf[form.provider]}
          onChange={(event) => setForm({ ...form, region: event.currentTarget.value })}
        />
      </SimpleGrid>
    </FormDialog>
  );
}
