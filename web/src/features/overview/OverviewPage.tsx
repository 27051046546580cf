import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { overviewQuery } from '../../api/queries';
import type { Overview } from '../../api/types';
import { Page } from '../../components/Page';
import { TimeRangePicker } from '../../components/TimeRangePicker';
import { View } from '../../components/View';
import { Activity } from './Activity';
import { EndpointTable } from './EndpointTable';
import classes from './OverviewPage.module.css';
import { OverviewSkeleton } from './OverviewSkeleton';
import { ReferenceLinks } from './ReferenceLinks';
import { StatusPanel } from './StatusPanel';
import { TeamLists } from './TeamLists';

/** What happens right now, what the team has made, and whether the installation is well. */
export function OverviewPage() {
  const overview = useQuery(overviewQuery);
  return (
    <Page title="Overview" actions={<TimeRangePicker />}>
      <Stack gap="lg" className={classes.page}>
        <Activity />
        <TeamLists />
        <View<Overview> query={overview} failure="The overview could not be loaded" skeleton={<OverviewSkeleton />}>
          {(read) => <Installation overview={read} />}
        </View>
      </Stack>
    </Page>
  );
}

function Installation({ overview }: { overview: Overview }) {
  return (
    <Stack gap="lg">
      <StatusPanel overview={overview} />
      <EndpointTable addresses={overview.addresses} />
      <ReferenceLinks addresses={overview.addresses} />
    </Stack>
  );
}
