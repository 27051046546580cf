import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';

import { Icon } from '../../components/Icon';
import { May } from '../../components/May';
import { absoluteRange } from '../../time/range';
import type { Scope } from '../dashboards/scope';
import { canAlert, isChart, type TileConfig } from '../dashboards/types';
import { chartFor } from '../drill/address';
import { AddToDashboard } from './AddToDashboard';
import { StatementsDrawer } from './StatementsDrawer';

interface ShownChart {
  config: TileConfig;
  name: string;
  scope: Scope;
  /** It is a tile that alerts can watch where it is. */
  isWatchable?: boolean;
}

/** What can be done with a chart wherever it is shown: the items of a menu, and the dialogs that they open. */
export function useChartActions({ config, name, scope, isWatchable = false }: ShownChart): [ReactNode, ReactNode] {
  const [open, setOpen] = useState<'add' | 'watch' | 'sql' | null>(null);
  const address = chartFor(config, absoluteRange(scope.span.start, scope.span.end), scope);
  const close = () => setOpen(null);
  const items = (
    <>
      {address !== null && (
        <Menu.Item
          component={Link}
          to={address.to}
          search={address.search as never}
          leftSection={<Icon name="chart" />}
        >
          Open in Charts
        </Menu.Item>
      )}
      <May do="update:Dashboard">
        <Menu.Item leftSection={<Icon name="dashboard" />} onClick={() => setOpen('add')}>
          Add to dashboard
        </Menu.Item>
      </May>
      {canAlert(config) && !isWatchable && (
        <May do="create:Alert">
          <Menu.Item leftSection={<Icon name="alert" />} onClick={() => setOpen('watch')}>
            Create alert
          </Menu.Item>
        </May>
      )}
      {(isChart(config) || config.configType === 'sql') && (
        <Menu.Item leftSection={<Icon name="trace" />} onClick={() => setOpen('sql')}>
          Show SQL
        </Menu.Item>
      )}
    </>
  );
  const dialogs = (
    <>
      {(open === 'add' || open === 'watch') && (
        <AddToDashboard config={config} name={name} isForAlert={open === 'watch'} onClose={close} />
      )}
      {open === 'sql' && <StatementsDrawer config={config} scope={scope} onClose={close} />}
    </>
  );
  return [items, dialogs];
}
