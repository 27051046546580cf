import { NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { Organization } from '../../api/cloud.gen';
import { Empty, Loaded } from '../parts/Loaded';
import { servicesQuery } from './calls';
import { PrivateEndpoints } from './PrivateEndpoints';
import { RegisteredEndpoints } from './RegisteredEndpoints';
import { ReverseEndpoints } from './ReverseEndpoints';

/** The endpoints of the organization, and those of one service. */
export function EndpointsSection({ organization }: { organization: Organization }) {
  const services = useQuery(servicesQuery(organization.id));
  const [chosen, setChosen] = useState('');
  return (
    <Stack gap="xl">
      <RegisteredEndpoints organization={organization} />
      <Loaded query={services} subject="The services">
        {(list) => {
          const service = list.find((one) => one.id === chosen) ?? list[0];
          if (service === undefined)
            return <Empty title="No services yet">Endpoints belong to services: create a service first.</Empty>;
          return (
            <Stack gap="xl">
              <NativeSelect
                label="Service"
                maw={320}
                value={service.id}
                data={list.map((one) => ({ value: one.id, label: one.name }))}
                onChange={(event) => setChosen(event.currentTarget.value)}
              />
              <PrivateEndpoints organization={organization} service={service} />
              <ReverseEndpoints organization={organization} service={service} />
            </Stack>
          );
        }}
      </Loaded>
    </Stack>
  );
}
