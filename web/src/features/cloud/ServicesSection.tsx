import { Anchor, Button, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import type { NewService, Organization, Service } from '../../api/cloud.gen';
import { Section } from '../parts/Frame';
import { Empty, Loaded } from '../parts/Loaded';
import { Rows, type Column } from '../parts/Rows';
import { SecretDialog } from '../parts/Secret';
import { State } from '../parts/State';
import { When } from '../parts/When';
import { OrphanedBackups } from './Backups';
import { servicesQuery } from './calls';
import { providerNames } from './regions';
import { ServiceDialog } from './ServiceDialog';
import { serviceTone, stateWords } from './states';
import { useCloudMay } from './useCloudMay';

const columns: Column[] = [
  { label: 'Name' },
  { label: 'State' },
  { label: 'Provider' },
  { label: 'Region' },
  { label: 'Replicas', isNumber: true },
  { label: 'Memory each', isNumber: true },
  { label: 'Created' },
];

/** All services of the organization. */
export function ServicesSection({ organization }: { organization: Organization }) {
  const services = useQuery(servicesQuery(organization.id));
  const [isCreating, setCreating] = useState(false);
  const [made, setMade] = useState<NewService | null>(null);
  const may = useCloudMay();
  const button = may('control-plane:service:manage') && (
    <Button size="xs" onClick={() => setCreating(true)}>
      Create service
    </Button>
  );
  return (
    <>
      <Section title="Services" lead="Each service is a database with its own telemetry stack." actions={button}>
        <Loaded query={services} subject="The services">
          {(list) =>
            list.length === 0 ? (
              <Empty title="No services yet" icon="cloud">
                Create the first one: a name and a region are enough.
              </Empty>
            ) : (
              <Rows label="Services" columns={columns}>
                {list.map((service) => (
                  <ServiceRow key={service.id} service={service} />
                ))}
              </Rows>
            )
          }
        </Loaded>
        {isCreating && (
          <ServiceDialog organization={organization} onMade={setMade} onClose={() => setCreating(false)} />
        )}
        {made !== null && (
          <SecretDialog
            title={`Service ${made.service.name} is being created`}
            secrets={[
              { label: 'User', value: 'default' },
              { label: 'Password', value: made.password },
            ]}
            onClose={() => setMade(null)}
          />
        )}
      </Section>
      {services.data !== undefined && may('control-plane:service:view-backups') && (
        <OrphanedBackups organization={organization} services={services.data} />
      )}
    </>
  );
}

function ServiceRow({ service }: { service: Service }) {
  return (
    <Table.Tr>
      <Table.Td fw={500}>
        <Anchor component={Link} to={`/cloud/services/${service.id}`} size="sm">
          {service.name}
        </Anchor>
      </Table.Td>
      <Table.Td>
        <State tone={serviceTone(service.state)}>{stateWords(service.state)}</State>
      </Table.Td>
      <Table.Td>{providerNames[service.provider]}</Table.Td>
      <Table.Td>{service.region}</Table.Td>
      <Table.Td data-number>{service.numReplicas}</Table.Td>
      <Table.Td data-number>{memoryOf(service)}</Table.Td>
      <Table.Td>
        <When at={service.createdAt} />
      </Table.Td>
    </Table.Tr>
  );
}

/** The memory that a replica may take, from least to most. */
export function memoryOf(service: Service): string {
  const { minReplicaMemoryGb: least, maxReplicaMemoryGb: most } = service;
  return least === most ? `${least} GB` : `${least}–${most} GB`;
}
