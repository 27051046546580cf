import { Button, NativeSelect, Table, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { Organization, ReversePrivateEndpoint, Service } from '../../api/cloud.gen';
import { ConfirmDialog, FormDialog } from '../parts/Dialogs';
import { Section } from '../parts/Frame';
import { Empty, Loaded } from '../parts/Loaded';
import { Rows, type Column } from '../parts/Rows';
import { State } from '../parts/State';
import { useDone } from '../parts/useDone';
import { When } from '../parts/When';
import mono from '../parts/mono.module.css';
import { createReverse, deleteReverse, reverseQuery } from './calls';
import { isFilled, reverseBody, reverseTypes, typesFor, type ReverseType } from './reverseForm';
import { reverseTone, stateWords } from './states';
import { useCloudMay } from './useCloudMay';

const columns: Column[] = [
  { label: 'Description' },
  { label: 'Type' },
  { label: 'Status' },
  { label: 'DNS name' },
  { label: 'Since' },
  { label: 'Actions', isHidden: true },
];

interface InService {
  organization: Organization;
  service: Service;
}

/** The ways from a service into networks of one's own. */
export function ReverseEndpoints({ organization, service }: InService) {
  const endpoints = useQuery(reverseQuery(organization.id, service.id));
  const [isAdding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<ReversePrivateEndpoint | null>(null);
  const done = useDone(reverseQuery(organization.id, service.id).queryKey);
  const canAdd = typesFor(service.provider).length > 0;
  const button = useCloudMay()('control-plane:service:manage-clickpipes') && (
    <Button size="xs" variant="default" disabled={!canAdd} onClick={() => setAdding(true)}>
      Create reverse endpoint
    </Button>
  );
  return (
    <Section
      title="Reverse private endpoints"
      lead="The service connects to your network through these, to read from a database or a queue there."
      actions={button}
    >
      <Loaded query={endpoints} subject="The reverse private endpoints">
        {(list) =>
          list.length === 0 ? <NoEndpoints canAdd={canAdd} /> : <EndpointRows endpoints={list} onDelete={setLeaving} />
        }
      </Loaded>
      {isAdding && <AddDialog organization={organization} service={service} onClose={() => setAdding(false)} />}
      {leaving !== null && (
        <ConfirmDialog
          title="Delete reverse endpoint"
          confirm="Delete endpoint"
          onConfirm={() => deleteReverse(organization.id, service.id, leaving.id).then(done)}
          onClose={() => setLeaving(null)}
        >
          Anything that reads through <b>{leaving.description || reverseTypes[leaving.type].name}</b> will stop.
        </ConfirmDialog>
      )}
    </Section>
  );
}

function NoEndpoints({ canAdd }: { canAdd: boolean }) {
  return (
    <Empty title="No reverse private endpoints" icon="link">
      {canAdd
        ? 'Create one for an endpoint service, a resource share, a Kafka cluster or a service attachment.'
        : 'Available for services on AWS and Google Cloud.'}
    </Empty>
  );
}

function EndpointRows({
  endpoints,
  onDelete,
}: {
  endpoints: ReversePrivateEndpoint[];
  onDelete: (one: ReversePrivateEndpoint) => void;
}) {
  return (
    <Rows label="Reverse private endpoints" columns={columns}>
      {endpoints.map((one) => (
        <Table.Tr key={one.id}>
          <Table.Td fw={500}>{one.description || '–'}</Table.Td>
          <Table.Td>{reverseTypes[one.type].name}</Table.Td>
          <Table.Td title={one.statusReason}>
            <State tone={reverseTone(one.status)}>{stateWords(one.status)}</State>
          </Table.Td>
          <Table.Td ff="monospace" fz="xs">
            {one.dnsNames[0] ?? '–'}
          </Table.Td>
          <Table.Td>
            <When at={one.lastTransitionAt} />
          </Table.Td>
          <Table.Td>
            <Button
              size="compact-xs"
              variant="subtle"
              color="red"
              onClick={() => onDelete(one)}
              aria-label={`Delete reverse endpoint ${one.description}`}
            >
              Delete
            </Button>
          </Table.Td>
        </Table.Tr>
      ))}
    </Rows>
  );
}

function AddDialog({ organization, service, onClose }: InService & { onClose: () => void }) {
  const types = typesFor(service.provider);
  const [type, setType] = useState<ReverseType>(types[0] ?? 'VPC_ENDPOINT_SERVICE');
  const [description, setDescription] = useState('');
  const [texts, setTexts] = useState<Record<string, string>>({});
  const [authentication, setAuthentication] = useState('SASL_IAM');
  const done = useDone(reverseQuery(organization.id, service.id).queryKey);
  const submit = () =>
    createReverse(organization.id, service.id, reverseBody(type, description, texts, authentication)).then(done);
  return (
    <FormDialog
      title="Create reverse endpoint"
      submit="Create reverse endpoint"
      content={[type, description, texts, authentication]}
      onSubmit={submit}
      onClose={onClose}
      isReady={isFilled(type, texts)}
      size="lg"
    >
      <TextInput
        label="Description"
        value={description}
        maxLength={255}
        onChange={(event) => setDescription(event.currentTarget.value)}
        data-autofocus
      />
      <NativeSelect
        label="Type"
        value={type}
        data={types.map((value) => ({ value, label: reverseTypes[value].name }))}
        onChange={(event) => setType(event.currentTarget.value as ReverseType)}
      />
      {reverseTypes[type].fields.map(({ field, label, placeholder }) => (
        <TextInput
          key={field}
          label={label}
          placeholder={placeholder}
          classNames={{ input: mono.input ?? '' }}
          value={texts[field] ?? ''}
          onChange={(event) => setTexts({ ...texts, [field]: event.currentTarget.value })}
        />
      ))}
      {type === 'MSK_MULTI_VPC' && (
        <NativeSelect
          label="Authentication"
          value={authentication}
          data={['SASL_IAM', 'SASL_SCRAM']}
          onChange={(event) => setAuthentication(event.currentTarget.value)}
        />
      )}
    </FormDialog>
  );
}
