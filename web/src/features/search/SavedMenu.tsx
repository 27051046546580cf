import { ActionIcon, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import type { SavedSearch } from '../../api/stack.gen';
import { useMay } from '../../api/useMay';
import { Icon } from '../../components/Icon';
import { May } from '../../components/May';

interface SavedMenuProps {
  saved: SavedSearch;
  onRename: () => void;
  onDelete: () => void;
}

/** What can be done with a saved search. */
export function SavedMenu({ saved: { id, name }, onRename, onDelete }: SavedMenuProps) {
  const may = useMay();
  if (!may('update:SavedSearch') && !may('delete:SavedSearch') && !may('create:Alert')) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`${name}: actions`}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <May do="update:SavedSearch">
          <Menu.Item leftSection={<Icon name="edit" size={14} />} onClick={onRename}>
            Edit name and tags
          </Menu.Item>
        </May>
        <May do="create:Alert">
          <Menu.Item
            leftSection={<Icon name="alert" size={14} />}
            renderRoot={(props) => <Link to="/alerts" search={{ new: 'search', savedSearch: id }} {...props} />}
          >
            Create alert
          </Menu.Item>
        </May>
        <May do="delete:SavedSearch">
          <Menu.Divider />
          <Menu.Item color="var(--cairn-bad)" leftSection={<Icon name="trash" size={14} />} onClick={onDelete}>
            Delete
          </Menu.Item>
        </May>
      </Menu.Dropdown>
    </Menu>
  );
}
