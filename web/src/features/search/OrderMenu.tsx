import { Button, Menu } from '@mantine/core';

import type { Source } from '../../api/stack.gen';
import { isNumberColumn } from './rowColumns';
import { Icon } from '../../components/Icon';
import type { Order } from '../../components/sort';
import { headOf } from './columns';
import { isTimeOrder, newestFirst, orderWords, readOrder, writeOrder } from './order';

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
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          aria-label={`Order: ${wordsOf(order ?? newestFirst)}`}
          rightSection={<Icon name={order?.isDescending === false ? 'up' : 'down'} size={12} />}
        >
          {isTimeOrder(order) ? wordsOf(order ?? newestFirst) : headOf(order?.key ?? '')}
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
