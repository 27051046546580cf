import { Anchor, Breadcrumbs, Button, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import type { Organization, Service } from '../../api/cloud.gen';
import { sessionQuery } from '../../api/queries';
import { ErrorPanel } from '../../components/ErrorPanel';
import { ConfirmDialog } from '../parts/Dialogs';
import { Facts, type Fact } from '../parts/Facts';
import { Section } from '../parts/Frame';
import { Loaded } from '../parts/Loaded';
import { SecretDialog } from '../parts/Secret';
import { State } from '../parts/State';
import { When } from '../parts/When';
import { AccessList } from './AccessList';
import { Backups } from './Backups';
import { commandService, deleteService, renewPassword, serviceQuery, servicesQuery } from './calls';
import { PrivateEndpoints } from './PrivateEndpoints';
import { providerNames } from './regions';
import { ReverseEndpoints } from './ReverseEndpoints';
import { memoryOf } from './ServicesSection';
import { canDelete, commandsIn, serviceTone, stateWords, type Command } from './states';
import { useCloudMay } from './useCloudMay';

const verbs: Record<Command, string> = { start: 'Start', stop: 'Stop', awake: 'Wake' };

interface ServiceDetailProps {
  organization: Organization;
  id: string;
}

/** Everything about one service, and what can be done with it. */
export function ServiceDetail({ organization, id }: ServiceDetailProps) {
  const service = useQuery(serviceQuery(organization.id, id));
  const may = useCloudMay();
  return (
    <Stack gap="lg">
      <Breadcrumbs>
        <Anchor component={Link} to="/cloud/services" size="sm">
          Services
        </Anchor>
        <Text size="sm">{service.data?.name ?? 'Service'}</Text>
      </Breadcrumbs>
      <Loaded query={service} subject="The service">
        {(found) => (
          <Stack gap="xl">
            <About organization={organization} service={found} />
            <AccessList organization={organization} service={found} />
            {may('control-plane:service:view-backups') && <Backups organization={organization} service={found} />}
            {may('control-plane:service:view-private-endpoints') && (
              <PrivateEndpoints organization={organization} service={found} />
            )}
            <ReverseEndpoints organization={organization} service={found} />
          </Stack>
        )}
      </Loaded>
    </Stack>
  );
}

function About({ organization, service }: { organization: Organization; service: Service }) {
  const isManaging = useCloudMay()('control-plane:service:manage');
  const actions = (
    <>
      <OpenStack service={service} />
      {isManaging && <Actions organization={organization} service={service} />}
    </>
  );
  return (
    <Section title={service.name} actions={actions}>
      <Facts facts={factsOf(service)} />
    </Section>
  );
}

function factsOf(service: Service): Fact[] {
  const https = service.endpoints.find((one) => one.protocol === 'https');
  return [
    {
      name: 'State',
      value: <State tone={serviceTone(service.state)}>{stateWords(service.state)}</State>,
      note: service.stateReason,
    },
    { name: 'Provider and region', value: `${providerNames[service.provider]}, ${service.region}` },
    { name: 'Replicas', value: `${service.numReplicas} × ${memoryOf(service)}` },
    {
      name: 'When idle',
      value: service.idleScaling ? `Idles after ${service.idleTimeoutMinutes ?? 15} min` : 'Stays running',
    },
    { name: 'Address', value: https === undefined ? '' : `${https.host}:${https.port}`, isMono: true, canCopy: true },
    { name: 'Release channel', value: stateWords(service.releaseChannel) },
    { name: 'Created', value: <When at={service.createdAt} /> },
    { name: 'Service id', value: service.id, isMono: true, canCopy: true },
  ];
}

/** Leads to the stack of the service, for who has a seat there. */
function OpenStack({ service }: { service: Service }) {
  const seat = useQuery(sessionQuery).data?.teams.find(({ serviceId }) => serviceId === service.id);
  if (seat === undefined) return null;
  return (
    <Button variant="default" size="xs" renderRoot={(props) => <Link to="/" search={{ team: seat.id }} {...props} />}>
      Open stack
    </Button>
  );
}

function Actions({ organization, service }: { organization: Organization; service: Service }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<'delete' | 'password' | null>(null);
  const [password, setPassword] = useState('');
  const refresh = () => queryClient.invalidateQueries({ queryKey: servicesQuery(organization.id).queryKey });
  const commanding = useMutation({
    mutationFn: (command: Command) => commandService(organization.id, service.id, command),
    onSettled: refresh,
  });
  const leave = async () => {
    await deleteService(organization.id, service.id);
    await refresh();
    await navigate({ to: '/cloud/$section', params: { section: 'services' } });
  };
  return (
    <>
      {commandsIn(service.state).map((command) => (
        <Button
          key={command}
          variant="default"
          size="xs"
          loading={commanding.isPending}
          onClick={() => commanding.mutate(command)}
        >
          {verbs[command]}
        </Button>
      ))}
      <Button variant="default" size="xs" onClick={() => setAsked('password')}>
        Reset password
      </Button>
      <Button
        variant="default"
        size="xs"
        c="red"
        disabled={!canDelete(service.state)}
        title={canDelete(service.state) ? undefined : 'Stop it first'}
        onClick={() => setAsked('delete')}
      >
        Delete
      </Button>
      {commanding.isError && <ErrorPanel title="The command failed" error={commanding.error} />}
      {asked === 'delete' && (
        <ConfirmDialog title="Delete service" confirm="Delete service" onConfirm={leave} onClose={() => setAsked(null)}>
          <b>{service.name}</b> and all its data will be deleted. Its backups are kept until their retention ends; a new
          service can be made of them.
        </ConfirmDialog>
      )}
      {asked === 'password' && (
        <ConfirmDialog
          title="Reset password"
          confirm="Reset password"
          onConfirm={async () => setPassword((await renewPassword(organization.id, service.id)).password ?? '')}
          onClose={() => setAsked(null)}
        >
          The current password of <b>{service.name}</b> stops working at once.
        </ConfirmDialog>
      )}
      {password !== '' && (
        <SecretDialog
          title={`New password of ${service.name}`}
          secrets={[{ label: 'Password', value: password }]}
          onClose={() => setPassword('')}
        />
      )}
    </>
  );
}
