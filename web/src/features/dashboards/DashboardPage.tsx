import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';

import { Lines, View } from '../../components/View';
import { BoardView } from './BoardView';
import { dashboardQuery } from './calls';

/** One dashboard. */
export function DashboardPage() {
  const { id = '' } = useParams({ strict: false });
  const dashboard = useQuery(dashboardQuery(id));
  return (
    <View query={dashboard} failure="The dashboard could not be loaded" skeleton={<Lines count={8} />}>
      {(stored) => <BoardView key={id} stored={stored} />}
    </View>
  );
}
