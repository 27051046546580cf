import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { overviewQuery } from '../../api/queries';
import { firstSource, sourcesQuery } from '../../api/telemetry';
import type { Overview } from '../../api/types';
import { useMay } from '../../api/useMay';
import { Page } from '../../components/Page';
import { CopyLinksButton } from '../../components/CopyLinks';
import { TimeRangePicker } from '../../components/TimeRangePicker';
import { View } from '../../components/View';
import { SeriesWarning } from '../metrics/SeriesWarning';
import { traceSourceOf } from '../services/source';
import { Activity } from './Activity';
import { ErrorPatterns } from './ErrorPatterns';
import { Now } from './Now';
import classes from './OverviewPage.module.css';
import { OverviewSkeleton } from './OverviewSkeleton';
import { ServiceTroubles } from './ServiceTroubles';
import { StatusPanel } from './StatusPanel';
import { TeamLists } from './TeamLists';

/** What is wrong now, what happens, what the team has made, and whether the installation is well. */
export function OverviewPage() {
  const overview = useQuery(overviewQuery);
  const { searches } = useMay();
  return (
    <Page
      title="Overview"
      actions={
        <>
          <CopyLinksButton />
          <TimeRangePicker />
        </>
      }
    >
      <Stack gap="lg" className={classes.page}>
        {searches && <Now />}
        {searches && <SeriesWarning />}
        {searches && <Troubles />}
        <TeamLists />
        {searches && <Activity />}
        <View<Overview> query={overview} failure="The overview could not be loaded" skeleton={<OverviewSkeleton />}>
          {(read) => <StatusPanel overview={read} />}
        </View>
      </Stack>
    </Page>
  );
}

/** Services and errors of the sources that there are; the activity below says when they can't be read. */
function Troubles() {
  const sources = useQuery(sourcesQuery).data ?? [];
  const traces = traceSourceOf(sources);
  const logs = firstSource(sources, 'log');
  return (
    <div className={classes.pair}>
      {traces !== undefined && <ServiceTroubles source={traces} />}
      {logs !== undefined && <ErrorPatterns source={logs} />}
    </div>
  );
}
