import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { CopyLinks } from '../../components/CopyLinks';
import { Icon } from '../../components/Icon';
import { May } from '../../components/May';
import type { Order } from '../../components/sort';
import { AddToDashboard } from '../charts/AddToDashboard';
import { writeChart } from '../charts/state';
import type { ConfigOf } from '../dashboards/types';
import { savedSelect, selectOf } from './columns';
import { ExportFailure } from './ExportFailure';
import { exportRows, type ExportForm } from './export';
import { orderByOf } from './order';
import { levelOf, type Asked } from './queries';
import { SaveDialog } from './SaveDialog';
import { SavedItems } from './SavedItems';

interface SearchMenuProps {
  asked: Asked;
  columns: string[];
  order: Order | null;
}

/** Saves, shares and exports the search. */
export function SearchMenu({ asked, columns, order }: SearchMenuProps) {
  const [isSaving, saving] = useDisclosure(false);
  const [isWatching, watching] = useDisclosure(false);
  const [isAdding, adding] = useDisclosure(false);
  const [isOpen, menu] = useDisclosure(false);
  const shown = { select: selectOf(columns), orderBy: orderByOf(order) };
  const exporting = useMutation({ mutationFn: (form: ExportForm) => exportRows(asked, shown, form) });
  return (
    <>
      <May do="read:SavedSearch">
        <Button variant="default" visibleFrom="md" renderRoot={(props) => <Link to="/search/saved" {...props} />}>
          Saved searches
        </Button>
      </May>
      <May do="create:SavedSearch">
        <Button variant="default" leftSection={<Icon name="save" size={14} />} onClick={saving.open}>
          Save
        </Button>
      </May>
      <Menu position="bottom-end" width={290} opened={isOpen} onOpen={menu.open} onClose={menu.close}>
        <Menu.Target>
          <Tooltip label="Share and export" disabled={isOpen}>
            <ActionIcon variant="default" size={30} aria-label="Share and export" loading={exporting.isPending}>
              <Icon name="more" />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          <May do="read:SavedSearch">
            {isOpen && <SavedItems />}
            <Menu.Divider />
          </May>
          <May do="create:Alert">
            <May do="create:SavedSearch">
              <Menu.Item leftSection={<Icon name="alert" size={14} />} onClick={watching.open}>
                Create alert
              </Menu.Item>
            </May>
          </May>
          <May do="update:Dashboard">
            <Menu.Item leftSection={<Icon name="dashboard" size={14} />} onClick={adding.open}>
              Add to dashboard
            </Menu.Item>
          </May>
          <Menu.Item
            leftSection={<Icon name="chart" size={14} />}
            renderRoot={(props) => <Link to="/charts" search={countsOf(asked) as never} {...props} />}
          >
            Open in Charts
          </Menu.Item>
          <Menu.Divider />
          <CopyLinks />
          <Menu.Item leftSection={<Icon name="download" size={14} />} onClick={() => exporting.mutate('csv')}>
            Export CSV
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="download" size={14} />} onClick={() => exporting.mutate('ndjson')}>
            Export NDJSON
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {exporting.isError && (
        <ExportFailure
          error={exporting.error}
          onRetry={() => exporting.mutate(exporting.variables)}
          onClose={exporting.reset}
        />
      )}
      {isSaving && <SaveDialog asked={asked} columns={columns} onClose={saving.close} />}
      {isWatching && <SaveDialog asked={asked} columns={columns} isForAlert onClose={watching.close} />}
      {isAdding && (
        <AddToDashboard
          config={eventsOf(asked, columns)}
          name={asked.where === '' ? asked.source.name : asked.where}
          isForAlert={false}
          onClose={adding.close}
        />
      )}
    </>
  );
}

/** What is found, as a tile of events. */
function eventsOf({ source, where, language }: Asked, columns: string[]): ConfigOf<'search'> {
  const select = savedSelect(columns, source);
  return { displayType: 'search', sourceId: source.id, where, whereLanguage: language, select };
}

/** The address of a chart of how many rows are found, by level; the time range of the page goes along. */
function countsOf({ source, where, language }: Asked): Record<string, unknown> {
  const config: ConfigOf<'stacked_bar'> = {
    displayType: 'stacked_bar',
    sourceId: source.id,
    select: [{ aggFn: 'count', where, whereLanguage: language }],
    groupBy: levelOf(source),
  };
  return writeChart({}, { config, granularity: 'auto' });
}
