import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import type { Alert } from '../../api/stack.gen';
import { Empty, Loaded } from '../parts/Loaded';
import { Rows, type Column } from '../parts/Rows';
import { When } from '../parts/When';
import { AlertStateMark } from './AlertStateMark';
import classes from './alerts.module.css';
import { historyQuery } from './calls';
import { groupText } from './groups';
import { valueText } from './valueText';
import type { Watched } from './watched';
import { WindowLink } from './WindowLink';

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
export function History({ alert, watched }: { alert: Alert; watched: Watched | null }) {
  const history = useQuery(historyQuery(alert.id, 500));
  const format = watched?.format;
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
                  <WindowLink alert={alert} watched={watched} window={one}>
                    <When at={one.windowEnd} />
                  </WindowLink>
                </Table.Td>
                <Table.Td>
                  <AlertStateMark state={one.from} isSilenced={false} />
                </Table.Td>
                <Table.Td>
                  <AlertStateMark state={one.to} isSilenced={false} />
                </Table.Td>
                <Table.Td data-number>{valueText(one.value, format, [one.threshold])}</Table.Td>
                <Table.Td data-number>{valueText(one.threshold, format)}</Table.Td>
                <Table.Td>{groupText(one.group)}</Table.Td>
                <Table.Td className={classes.reason}>{one.message ?? ''}</Table.Td>
              </Table.Tr>
            ))}
          </Rows>
        )
      }
    </Loaded>
  );
}
