import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import type { Alert, Dashboard } from '../../api/stack.gen';
import { EmptyState } from '../../components/EmptyState';
import { May } from '../../components/May';
import { Panel } from '../../components/Panel';
import { View } from '../../components/View';
import { counted } from '../../number';
import { AlertStateMark } from '../alerts/AlertStateMark';
import { alertName } from '../alerts/name';
import { states } from '../alerts/states';
import { useWatchable } from '../alerts/useWatchable';
import { dashboardsQuery } from '../dashboards/calls';
import classes from './OverviewPage.module.css';
import { useAlerts } from './useTrouble';

const listMax = 6;

/** The alerts of the team with the firing ones first, and its dashboards. */
export function TeamLists() {
  return (
    <div className={classes.pair}>
      <May do="read:Alert">
        <Alerts />
      </May>
      <May do="read:Dashboard">
        <Dashboards />
      </May>
    </div>
  );
}

function Dashboards() {
  const dashboards = useQuery(dashboardsQuery);
  const empty = (
    <EmptyState title="No dashboards yet" icon="dashboard">
      Build a chart, then put it on a dashboard.
    </EmptyState>
  );
  return (
    <Panel
      title="Dashboards"
      isFlush
      actions={
        <Anchor component={Link} to="/dashboards" size="xs">
          All dashboards
        </Anchor>
      }
    >
      <View<Dashboard[]>
        query={dashboards}
        failure="The dashboards could not be loaded"
        isEmpty={(all) => all.length === 0}
        empty={empty}
      >
        {(all) => (
          <ul className={classes.list}>
            {all.slice(0, listMax).map(({ id, name, tiles }) => (
              <li key={id}>
                <Anchor component={Link} to={`/dashboards/${id}`} size="sm">
                  {name}
                </Anchor>
                <Text size="xs" c="dimmed">
                  {counted(tiles.length, 'tile')}
                </Text>
              </li>
            ))}
          </ul>
        )}
      </View>
    </Panel>
  );
}

function Alerts() {
  const alerts = useAlerts();
  const watchable = useWatchable();
  const empty = (
    <EmptyState title="No alerts yet" icon="alert">
      Save a search, then let an alert watch it.
    </EmptyState>
  );
  return (
    <Panel
      title="Alerts"
      isFlush
      actions={
        <Anchor component={Link} to="/alerts" size="xs">
          All alerts
        </Anchor>
      }
    >
      <View<Alert[]>
        query={alerts}
        failure="The alerts could not be loaded"
        isEmpty={(all) => all.length === 0}
        empty={empty}
      >
        {(all) => (
          <ul className={classes.list}>
            {all
              .toSorted((one, other) => states.indexOf(one.state) - states.indexOf(other.state))
              .slice(0, listMax)
              .map((alert) => (
                <li key={alert.id}>
                  <Anchor component={Link} to={`/alerts/${alert.id}`} size="sm">
                    {alertName(alert, watchable)}
                  </Anchor>
                  <AlertStateMark state={alert.state} isSilenced={alert.silenced} />
                </li>
              ))}
          </ul>
        )}
      </View>
    </Panel>
  );
}
