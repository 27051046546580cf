import { Button, Menu } from '@mantine/core';

import type { Source } from '../../api/stack.gen';
import { isNumberColumn } from './rowColumns';
import { Icon } from '../../components/Icon';
import type { Order } from '../../components/sort';
import { newestFirst, orderWords, readOrder, writeOrder } from './order';

interface OrderMenuProps {
  source: Source;
  columns: string[];
  order: Order | null;
  onOrder: (order: Order | null) => void;
}

/** Chooses what all rows of the range are ordered by. */
export function OrderMenu({ source, columns, order, onOrder }: OrderMenuProps) {
  const wordsOf = (one: Order) => orderWords(one, isNumberColumn(one.key, source));
  const others = columns.filter((column) => column !== newestFirst.key);
  const orders = [newestFirst.key, ...others].flatMap((key) =>
    [true, false].map((isDescending): Order => ({ key, isDescending })),
  );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="subtle" color="gray" size="compact-xs" rightSection={<Icon name="down" size={12} />}>
          {wordsOf(order ?? newestFirst)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflow: 'auto' }}>
        <Menu.Label>Order of all rows in the time range</Menu.Label>
        {orders.map((one) => (
          <Menu.Item key={writeOrder(one)} onClick={() => onOrder(readOrder(writeOrder(one)))}>
            {wordsOf(one)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
