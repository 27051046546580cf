import { Button, Table, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import type { Organization, Service } from '../../api/cloud.gen';
import { ConfirmDialog, FormDialog } from '../parts/Dialogs';
import { Facts } from '../parts/Facts';
import { Section } from '../parts/Frame';
import { Empty, Loaded } from '../parts/Loaded';
import { Rows, type Column } from '../parts/Rows';
import mono from '../parts/mono.module.css';
import { attachEndpoint, changeService, endpointConfigQuery, organizationQuery, servicesQuery } from './calls';
import { useCloudMay } from './useCloudMay';

const columns: Column[] = [{ label: 'Endpoint' }, { label: 'Description' }, { label: 'Actions', isHidden: true }];

/** The ways into a service that don't cross the open internet. */
export function PrivateEndpoints({ organization, service }: { organization: Organization; service: Service }) {
  const config = useQuery(endpointConfigQuery(organization.id, service.id));
  const [isAdding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState('');
  const refresh = useRefresh(organization);
  const detach = () =>
    changeService(organization.id, service.id, { privateEndpointIds: { remove: [leaving] } }, true).then(refresh);
  const button = useCloudMay()('control-plane:service:manage-private-endpoints') && (
    <Button size="xs" variant="default" onClick={() => setAdding(true)}>
      Create private endpoint
    </Button>
  );
  return (
    <Section
      title="Private endpoints"
      lead="Your network reaches the service through these instead of the public internet."
      actions={button}
    >
      <Loaded query={config} subject="The address of the endpoint service" height={64}>
        {(found) => (
          <Facts
            facts={[
              { name: 'Endpoint service', value: found.endpointServiceId, isMono: true, canCopy: true },
              { name: 'Private DNS name', value: found.privateDnsHostname ?? '', isMono: true, canCopy: true },
            ]}
          />
        )}
      </Loaded>
      {service.privateEndpointIds.length === 0 ? (
        <Empty title="No private endpoints yet" icon="link">
          At your provider, create an endpoint for the endpoint service above, then add its id here.
        </Empty>
      ) : (
        <EndpointRows organization={organization} ids={service.privateEndpointIds} onRemove={setLeaving} />
      )}
      {isAdding && <AddDialog organization={organization} service={service} onClose={() => setAdding(false)} />}
      {leaving !== '' && (
        <ConfirmDialog
          title="Remove private endpoint"
          confirm="Remove endpoint"
          onConfirm={detach}
          onClose={() => setLeaving('')}
        >
          <b>{leaving}</b> will no longer reach {service.name}. It stays registered with the organization.
        </ConfirmDialog>
      )}
    </Section>
  );
}

function useRefresh(organization: Organization): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.invalidateQueries({ queryKey: servicesQuery(organization.id).queryKey });
    await queryClient.invalidateQueries({ queryKey: organizationQuery.queryKey });
  };
}

interface EndpointRowsProps {
  organization: Organization;
  ids: string[];
  onRemove: (id: string) => void;
}

function EndpointRows({ organization, ids, onRemove }: EndpointRowsProps) {
  const descriptionOf = (id: string) => organization.privateEndpoints.find((one) => one.id === id)?.description ?? '';
  return (
    <Rows label="Private endpoints" columns={columns}>
      {ids.map((id) => (
        <Table.Tr key={id}>
          <Table.Td ff="monospace" fz="xs">
            {id}
          </Table.Td>
          <Table.Td>{descriptionOf(id)}</Table.Td>
          <Table.Td>
            <Button
              size="compact-xs"
              variant="subtle"
              color="red"
              onClick={() => onRemove(id)}
              aria-label={`Remove private endpoint ${id}`}
            >
              Remove
            </Button>
          </Table.Td>
        </Table.Tr>
      ))}
    </Rows>
  );
}

function AddDialog({
  organization,
  service,
  onClose,
}: {
  organization: Organization;
  service: Service;
  onClose: () => void;
}) {
  const [id, setId] = useState('');
  const [description, setDescription] = useState('');
  const refresh = useRefresh(organization);
  const submit = () => attachEndpoint(organization.id, service.id, id.trim(), description.trim()).then(refresh);
  return (
    <FormDialog
      title="Create private endpoint"
      submit="Create private endpoint"
      content={[id, description]}
      onSubmit={submit}
      onClose={onClose}
      isReady={id.trim() !== ''}
    >
      <TextInput
        label="Endpoint id"
        description="The id of the endpoint at your provider."
        placeholder="vpce-0123456789abcdef0"
        value={id}
        onChange={(event) => setId(event.currentTarget.value)}
        classNames={{ input: mono.input ?? '' }}
        data-autofocus
      />
      <TextInput
        label="Description"
        value={description}
        maxLength={255}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
