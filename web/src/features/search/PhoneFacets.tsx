import { Button, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ComponentProps } from 'react';

import { Icon } from '../../components/Icon';
import { Facets } from './Facets';

/** The facets where there is no room for them beside the rows. */
export function PhoneFacets(props: ComponentProps<typeof Facets>) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" hiddenFrom="sm" leftSection={<Icon name="filter" size={14} />} onClick={open}>
        Filters
      </Button>
      <Drawer
        opened={isOpen}
        onClose={close}
        title="Filters"
        size="86%"
        styles={{ body: { padding: 0 } }}
        closeButtonProps={{ 'aria-label': 'Close filters' }}
      >
        <Facets {...props} isPage />
      </Drawer>
    </>
  );
}
