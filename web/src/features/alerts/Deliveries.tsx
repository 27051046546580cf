import { Button, Group, Table, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { Delivery } from '../../api/stack.gen';
import { ErrorPanel } from '../../components/ErrorPanel';
import { May } from '../../components/May';
import { Empty, Loaded } from '../parts/Loaded';
import { Rows, type Column } from '../parts/Rows';
import { State, type Tone } from '../parts/State';
import { useDone } from '../parts/useDone';
import { When } from '../parts/When';
import { webhooksQuery } from '../team/calls';
import { AlertStateMark } from './AlertStateMark';
import { deliveriesQuery, redeliver } from './calls';
import { groupText } from './groups';

const columns: Column[] = [
  { label: 'When' },
  { label: 'State' },
  { label: 'Webhook' },
  { label: 'Status' },
  { label: 'Attempts', isNumber: true },
  { label: 'Last response' },
  { label: 'Actions', isHidden: true },
];
const statuses: Record<Delivery['status'], { tone: Tone; word: string }> = {
  pending: { tone: 'busy', word: 'Pending' },
  delivered: { tone: 'good', word: 'Delivered' },
  dead: { tone: 'bad', word: 'Failed' },
  muted: { tone: 'quiet', word: 'Silenced' },
};

/** What was told about an alert, or to a webhook, and how it went. */
export function Deliveries({ of, id }: { of: 'alerts' | 'webhooks'; id: string }) {
  const deliveries = useQuery(deliveriesQuery(of, id));
  const done = useDone([of, id, 'deliveries']);
  const again = useMutation({ mutationFn: redeliver, onSettled: done });
  return (
    <>
      {again.isError && <ErrorPanel title="The redelivery failed" error={again.error} />}
      <Loaded query={deliveries} subject="The deliveries">
        {(list) =>
          list.length === 0 ? (
            <Empty title="No notifications yet" icon="alert">
              Notifications are listed here with every delivery attempt.
            </Empty>
          ) : (
            <Rows label="Deliveries" columns={columns}>
              {list.map((one) => (
                <DeliveryRow key={one.id} delivery={one} onAgain={() => again.mutate(one.id)} />
              ))}
            </Rows>
          )
        }
      </Loaded>
    </>
  );
}

function DeliveryRow({ delivery, onAgain }: { delivery: Delivery; onAgain: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const webhook = useQuery(webhooksQuery).data?.find(({ id }) => id === delivery.webhookId);
  const { tone, word } = statuses[delivery.status];
  const [last] = delivery.attempts;
  return (
    <>
      <Table.Tr>
        <Table.Td>
          <When at={delivery.createdAt} />
        </Table.Td>
        <Table.Td title={groupText(delivery.group)}>
          {delivery.kind === 'test' ? 'Test' : <AlertStateMark state={delivery.state} isSilenced={false} />}
        </Table.Td>
        <Table.Td>{webhook?.name ?? 'Deleted webhook'}</Table.Td>
        <Table.Td title={delivery.reason ?? undefined}>
          <State tone={tone}>{word}</State>
        </Table.Td>
        <Table.Td data-number>{delivery.attemptsTotal}</Table.Td>
        <Table.Td>
          {last === undefined ? '' : (last.error ?? `Status ${last.statusCode ?? ''} in ${last.latencyMs} ms`)}
        </Table.Td>
        <Table.Td>
          <Group gap="xs" wrap="nowrap" justify="flex-end">
            <Button size="compact-xs" variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? 'Less' : 'Details'}
            </Button>
            <May do="update:Alert">
              <Button size="compact-xs" variant="subtle" onClick={onAgain}>
                Redeliver
              </Button>
            </May>
          </Group>
        </Table.Td>
      </Table.Tr>
      {isOpen && (
        <Table.Tr>
          <Table.Td colSpan={columns.length}>
            <Attempts delivery={delivery} />
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}

function Attempts({ delivery }: { delivery: Delivery }) {
  return (
    <>
      {delivery.reason !== null && (
        <Text size="xs" py="xs">
          {`${delivery.reason.charAt(0).toUpperCase()}${delivery.reason.slice(1)}.`}
        </Text>
      )}
      <Text size="xs" c="dimmed" py="xs">
        Message id {delivery.id}
      </Text>
      {delivery.attempts.map((attempt) => (
        <Text key={attempt.number} size="xs" ff="monospace" py={2}>
          {`#${attempt.number}  ${attempt.at}  ${attempt.outcome}  ${attempt.statusCode ?? ''}  ${attempt.latencyMs} ms  ${attempt.error ?? attempt.answer}`}
        </Text>
      ))}
    </>
  );
}
