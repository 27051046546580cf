import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { overviewQuery } from '../../api/queries';
import { Page } from '../../components/Page';
import { View } from '../../components/View';
import { ClaimPanel } from './ClaimPanel';
import { FirstEvent } from './FirstEvent';
import { Sending } from './Sending';

/** Shows how to send the first data, and that it has arrived. */
export function WelcomePage() {
  const overview = useQuery(overviewQuery);
  return (
    <Page
      title="Send your first data"
      actions={
        <Button variant="default" renderRoot={(props) => <Link to="/" {...props} />}>
          Go to the overview
        </Button>
      }
    >
      <Stack gap="lg" maw={880}>
        <Text c="dimmed">
          Cairn accepts logs, traces and metrics from anything that speaks OpenTelemetry. Choose how to send them.
        </Text>
        <View query={overview} failure="The addresses could not be loaded">
          {({ addresses }) => <Sending addresses={addresses} />}
        </View>
        <FirstEvent />
        <ClaimPanel />
      </Stack>
    </Page>
  );
}
