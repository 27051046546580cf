import { Button, Group, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { ConfirmDialog } from '../parts/Dialogs';
import { Section } from '../parts/Frame';
import { Empty, Loaded } from '../parts/Loaded';
import partClasses from '../parts/parts.module.css';
import { Rows, type Column } from '../parts/Rows';
import { SecretDialog } from '../parts/Secret';
import { useDone } from '../parts/useDone';
import { When } from '../parts/When';
import { deleteWebhook, rotateWebhookSecret, webhooksQuery } from './calls';
import type { Webhook } from './types';
import { WebhookDialog } from './WebhookDialog';
import { serviceNames } from './webhookBody';

const columns: Column[] = [{ label: 'Name' }, { label: 'Service' }, { label: 'Address' }, { label: 'Changed' }, { label: 'Actions', isHidden: true }];

/** What is open above the list. */
type Open = { kind: 'none' } | { kind: 'create' } | { kind: 'edit' | 'rotate' | 'delete'; webhook: Webhook } | { kind: 'made'; webhook: Webhook };

/** Where alerts are told. */
export function WebhooksSection() {
  const webhooks = useQuery(webhooksQuery);
  const [open, setOpen] = useState<Open>({ kind: 'none' });
  const button = <Button size="xs" onClick={() => setOpen({ kind: 'create' })}>Create webhook</Button>;
  return (
    <Section title="Webhooks" lead="Where alerts are told: an address of your own, Slack, PagerDuty or incident.io." actions={button}>
      <Loaded query={webhooks} subject="The webhooks">
        {(list) => (list.length === 0 ? <NoWebhooks /> : <WebhookRows webhooks={list} onOpen={setOpen} />)}
      </Loaded>
      <OpenDialog open={open} onOpen={setOpen} />
    </Section>
  );
}

function NoWebhooks() {
  return <Empty title="No webhooks yet">Create one first, then point alerts to it. Every delivery is signed, so that the receiver can tell it from a forged one.</Empty>;
}

interface OpenProps {
  onOpen: (open: Open) => void;
}

function WebhookRows({ webhooks, onOpen }: OpenProps & { webhooks: Webhook[] }) {
  return (
    <Rows label="Webhooks" columns={columns}>
      {webhooks.map((webhook) => (
        <Table.Tr key={webhook.id}>
          <Table.Td fw={500}>{webhook.name}</Table.Td>
          <Table.Td>{serviceNames[webhook.service] ?? webhook.service}</Table.Td>
          <Table.Td className={partClasses.mono} maw={360} title={webhook.url}>
            {webhook.url}
          </Table.Td>
          <Table.Td>
            <When at={webhook.updatedAt} />
          </Table.Td>
          <Table.Td>
            <Group gap="xs" wrap="nowrap" justify="flex-end">
              <Button size="compact-xs" variant="subtle" onClick={() => onOpen({ kind: 'edit', webhook })} aria-label={`Edit ${webhook.name}`}>
                Edit
              </Button>
              <Button size="compact-xs" variant="subtle" onClick={() => onOpen({ kind: 'rotate', webhook })} aria-label={`New signing secret for ${webhook.name}`}>
                New secret
              </Button>
              <Button size="compact-xs" variant="subtle" color="red" onClick={() => onOpen({ kind: 'delete', webhook })} aria-label={`Delete ${webhook.name}`}>
                Delete
              </Button>
            </Group>
          </Table.Td>
        </Table.Tr>
      ))}
    </Rows>
  );
}

function OpenDialog({ open, onOpen }: OpenProps & { open: Open }) {
  const done = useDone(webhooksQuery.queryKey);
  const close = () => onOpen({ kind: 'none' });
  const show = (webhook: Webhook) => onOpen(webhook.secret === undefined ? { kind: 'none' } : { kind: 'made', webhook });
  switch (open.kind) {
    case 'none':
      return null;
    case 'create':
      return <WebhookDialog webhook={null} onSaved={show} onClose={close} />;
    case 'edit':
      return <WebhookDialog webhook={open.webhook} onSaved={show} onClose={close} />;
    case 'made':
      return <SecretDialog title={`Signing secret of ${open.webhook.name}`} secrets={[{ label: 'Signing secret', value: open.webhook.secret ?? '' }]} onClose={close} />;
    case 'rotate':
      return (
        <ConfirmDialog title="Make a new signing secret" confirm="Make new secret" onConfirm={() => rotateWebhookSecret(open.webhook.id).then(show)} onClose={() => null} onCancel={close}>
          The old secret of <b>{open.webhook.name}</b> signs beside the new one for 24 hours, so that the receiver can be changed without a gap.
        </ConfirmDialog>
      );
    default:
      return (
        <ConfirmDialog title="Delete webhook" confirm="Delete webhook" onConfirm={() => deleteWebhook(open.webhook.id).then(done)} onClose={close}>
          <b>{open.webhook.name}</b> is deleted. A webhook that an alert still uses is kept, and you are told so.
        </ConfirmDialog>
      );
  }
}
