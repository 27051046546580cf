import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';

import { Lines, View } from '../../components/View';
import { versionIn } from './address';
import { BoardView } from './BoardView';
import { dashboardQuery } from './calls';
import { kioskIn } from './kiosk';
import { KioskView } from './KioskView';
import { VersionView } from './VersionView';

/** One dashboard: as the team has it, as it was in a version that the address names, or on a wall. */
export function DashboardPage() {
  const { id = '' } = useParams({ strict: false });
  const search: Record<string, unknown> = useSearch({ strict: false });
  const version = versionIn(search);
  const kiosk = kioskIn(search);
  const dashboard = useQuery(dashboardQuery(id));
  return (
    <View
      query={dashboard}
      failure="The dashboard could not be loaded"
      title="Dashboard"
      skeleton={<Lines count={8} />}
    >
      {(stored) => {
        if (version !== undefined) return <VersionView key={`${id} ${version}`} stored={stored} version={version} />;
        if (kiosk !== null) return <KioskView key={id} dashboard={stored.value} kiosk={kiosk} />;
        return <BoardView key={id} stored={stored} />;
      }}
    </View>
  );
}
