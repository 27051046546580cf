import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import type { NumberFormat } from '../../api/stack.gen';
import { Empty, Loaded } from '../parts/Loaded';
import { Rows, type Column } from '../parts/Rows';
import { When } from '../parts/When';
import { AlertStateMark } from './AlertStateMark';
import { historyQuery } from './calls';
import { groupText } from './groups';
import { valueText } from './valueText';

const columns: Column[] = [
  { label: 'When' },
  { label: 'From' },
  { label: 'To' },
  { label: 'Value', isNumber: true },
  { label: 'Threshold', isNumber: true },
  { label: 'Group' },
  { label: 'Note' },
];

/** Every change of the alert's state. */
export function History({ alertId, format }: { alertId: string; format: NumberFormat | undefined }) {
  const history = useQuery(historyQuery(alertId, 500));
  return (
    <Loaded query={history} subject="The history">
      {(list) =>
        list.length === 0 ? (
          <Empty title="No state changes yet" icon="clock">
            State changes are listed here.
          </Empty>
        ) : (
          <Rows label="History" columns={columns}>
            {list.map((one, at) => (
              <Table.Tr key={at}>
                <Table.Td>
                  <When at={one.windowEnd} />
                </Table.Td>
                <Table.Td>
                  <AlertStateMark state={one.from} isSilenced={false} />
                </Table.Td>
                <Table.Td>
                  <AlertStateMark state={one.to} isSilenced={false} />
                </Table.Td>
                <Table.Td data-number>{valueText(one.value, format)}</Table.Td>
                <Table.Td data-number>{valueText(one.threshold, format)}</Table.Td>
                <Table.Td>{groupText(one.group)}</Table.Td>
                <Table.Td>{one.message ?? ''}</Table.Td>
              </Table.Tr>
            ))}
          </Rows>
        )
      }
    </Loaded>
  );
}
