import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { describe } from '../../api/error';
import { CopyLinks } from '../../components/CopyLinks';
import { Icon } from '../../components/Icon';
import type { Order } from '../../components/sort';
import { selectOf } from './columns';
import { exportRows, type ExportForm } from './export';
import { orderByOf } from './order';
import type { Asked } from './queries';
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
  const [isOpen, menu] = useDisclosure(false);
  const shown = { select: selectOf(columns), orderBy: orderByOf(order) };
  const exporting = useMutation({ mutationFn: (form: ExportForm) => exportRows(asked, shown, form) });
  const failure = exporting.isError ? describe(exporting.error) : '';
  return (
    <>
      <Button variant="default" visibleFrom="md" renderRoot={(props) => <Link to="/search/saved" {...props} />}>
        Saved searches
      </Button>
      <Button variant="default" leftSection={<Icon name="save" size={14} />} onClick={saving.open}>
        Save
      </Button>
      <Menu position="bottom-end" width={290} opened={isOpen} onOpen={menu.open} onClose={menu.close}>
        <Menu.Target>
          <Tooltip label={failure === '' ? 'Share and export' : failure} disabled={isOpen}>
            <ActionIcon
              variant="default"
              size={30}
              aria-label="Share and export"
              loading={exporting.isPending}
              {...(failure !== '' && { color: 'red' })}
            >
              <Icon name="more" />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          {isOpen && <SavedItems />}
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
      <SaveDialog asked={asked} columns={columns} isOpen={isSaving} onClose={saving.close} />
    </>
  );
}
