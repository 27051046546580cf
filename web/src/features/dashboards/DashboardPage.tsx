import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';

import { Lines, View } from '../../components/View';
import { versionIn } from './address';
import { BoardView } from './BoardView';
import { dashboardQuery } from './calls';
import { VersionView } from './VersionView';

/** One dashboard, or an earlier version of it when the address names one. */
export function DashboardPage() {
  const { id = '' } = useParams({ strict: false });
  const version = versionIn(useSearch({ strict: false }));
  const dashboard = useQuery(dashboardQuery(id));
  return (
    <View query={dashboard} failure="The dashboard could not be loaded" skeleton={<Lines count={8} />}>
      {(stored) =>
        version === undefined ? (
          <BoardView key={id} stored={stored} />
        ) : (
          <VersionView key={`${id} ${version}`} stored={stored} version={version} />
        )
      }
    </View>
  );
}
