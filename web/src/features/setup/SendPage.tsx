import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { overviewQuery } from '../../api/queries';
import { Page } from '../../components/Page';
import { View } from '../../components/View';
import { EndpointTable } from './EndpointTable';
import { FirstEvent } from './FirstEvent';
import { ReferenceLinks } from './ReferenceLinks';
import { Sending } from './Sending';

/** Where telemetry goes and with which key, and where the APIs are. */
export function SendPage() {
  const overview = useQuery(overviewQuery);
  return (
    <Page title="Send data">
      <Stack gap="lg" maw={880}>
        <FirstEvent />
        <View query={overview} failure="The addresses could not be loaded">
          {({ addresses }) => (
            <Stack gap="lg">
              <Sending addresses={addresses} />
              <EndpointTable addresses={addresses} />
              <ReferenceLinks addresses={addresses} />
            </Stack>
          )}
        </View>
      </Stack>
    </Page>
  );
}
