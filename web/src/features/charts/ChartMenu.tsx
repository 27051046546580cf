import { ActionIcon, Menu } from '@mantine/core';

import { Icon } from '../../components/Icon';
import type { Scope } from '../dashboards/scope';
import type { TileConfig } from '../dashboards/types';
import { useChartActions } from './useChartActions';

interface ChartMenuProps {
  config: TileConfig;
  name: string;
  scope: Scope;
}

/** The menu of a chart outside of dashboards. */
export function ChartMenu(props: ChartMenuProps) {
  const [items, dialogs] = useChartActions(props);
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Chart ${props.name}: actions`}>
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>{items}</Menu.Dropdown>
      </Menu>
      {dialogs}
    </>
  );
}
