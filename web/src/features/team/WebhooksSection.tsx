import { ActionIcon, Button, Group, Menu, Modal, Table, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { describe } from '../../api/error';
import { useMay } from '../../api/useMay';
import { Icon } from '../../components/Icon';
import { May } from '../../components/May';
import { unreachable } from '../../exhaustive';
import { Deliveries } from '../alerts/Deliveries';
import { ConfirmDialog } from '../parts/Dialogs';
import { Section } from '../parts/Frame';
import { Empty, Loaded } from '../parts/Loaded';
import { Cut } from '../parts/Cut';
import partClasses from '../parts/parts.module.css';
import { Rows, type Column } from '../parts/Rows';
import { SecretDialog } from '../parts/Secret';
import { useDone } from '../parts/useDone';
import { When } from '../parts/When';
import { deleteWebhook, rotateWebhookSecret, testWebhook, webhooksQuery } from './calls';
import { DisabledWebhook } from './DisabledWebhook';
import type { Webhook } from './types';
import { WebhookDialog } from './WebhookDialog';
import { services } from './webhookBody';
import { testOutcome } from './webhookTest';

const columns: Column[] = [
  { label: 'Name' },
  { label: 'Service' },
  { label: 'Address' },
  { label: 'Changed' },
  { label: 'Actions', isHidden: true },
];

/** What is open above the list. */
type Open =
  | { kind: 'none' }
  | { kind: 'create' }
  | { kind: 'edit' | 'rotate' | 'delete' | 'made' | 'deliveries'; webhook: Webhook };

/** Where alerts are told. */
export function WebhooksSection() {
  const webhooks = useQuery(webhooksQuery);
  const [open, setOpen] = useState<Open>({ kind: 'none' });
  const button = (
    <May do="create:Webhook">
      <Button size="xs" onClick={() => setOpen({ kind: 'create' })}>
        Create webhook
      </Button>
    </May>
  );
  return (
    <Section
      title="Webhooks"
      lead="Where alert notifications go: your own URL, or a service that wakes people."
      actions={button}
    >
      <Loaded query={webhooks} subject="The webhooks">
        {(list) => (list.length === 0 ? <NoWebhooks /> : <WebhookRows webhooks={list} onOpen={setOpen} />)}
      </Loaded>
      <OpenDialog open={open} onOpen={setOpen} />
    </Section>
  );
}

function NoWebhooks() {
  return (
    <Empty title="No webhooks yet" icon="link">
      Create one, then select it in your alerts. Every delivery is signed, so that the receiver can verify it.
    </Empty>
  );
}

interface OpenProps {
  onOpen: (open: Open) => void;
}

function WebhookRows({ webhooks, onOpen }: OpenProps & { webhooks: Webhook[] }) {
  return (
    <Rows label="Webhooks" columns={columns}>
      {webhooks.map((webhook) => (
        <Table.Tr key={webhook.id}>
          <Table.Td fw={500}>
            <Cut text={webhook.name} />
            <DisabledWebhook webhook={webhook} />
          </Table.Td>
          <Table.Td>{services[webhook.service].name}</Table.Td>
          <Table.Td className={partClasses.mono}>
            <Cut text={webhook.url} />
          </Table.Td>
          <Table.Td>
            <When at={webhook.updatedAt} />
          </Table.Td>
          <Table.Td>
            <WebhookMenu webhook={webhook} onOpen={onOpen} />
          </Table.Td>
        </Table.Tr>
      ))}
    </Rows>
  );
}

function WebhookMenu({ webhook, onOpen }: OpenProps & { webhook: Webhook }) {
  const may = useMay();
  const choose = (kind: 'edit' | 'rotate' | 'delete' | 'deliveries') => () => onOpen({ kind, webhook });
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      <May do="update:Webhook">
        <SendTest webhook={webhook} />
      </May>
      <May do="read:Alert">
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={choose('deliveries')}
          aria-label={`Deliveries to ${webhook.name}`}
        >
          Deliveries
        </Button>
      </May>
      {(may('update:Webhook') || may('delete:Webhook')) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={`${webhook.name}: actions`}>
              <Icon name="more" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <May do="update:Webhook">
              <Menu.Item onClick={choose('edit')}>Edit</Menu.Item>
              <Menu.Item onClick={choose('rotate')}>Rotate secret</Menu.Item>
            </May>
            <May do="delete:Webhook">
              <Menu.Divider />
              <Menu.Item color="var(--cairn-bad)" onClick={choose('delete')}>
                Delete
              </Menu.Item>
            </May>
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  );
}

/** Sends a message that says that it is a test, and says how it went. */
function SendTest({ webhook }: { webhook: Webhook }) {
  const done = useDone(['webhooks', webhook.id, 'deliveries']);
  const read = useDone(webhooksQuery.queryKey); // an answer of 410 disables the webhook
  const test = useMutation({
    mutationFn: () => testWebhook(webhook.id),
    onSettled: () => Promise.all([done(), read()]),
  });
  const outcome = test.data === undefined ? null : testOutcome(test.data, webhook.disabledAt !== null);
  return (
    <>
      {test.isError && (
        <Text size="xs" c="var(--cairn-bad)" role="alert">
          {describe(test.error)}
        </Text>
      )}
      {outcome !== null && (
        <Text size="xs" c={outcome.isGood ? 'var(--cairn-good)' : 'var(--cairn-bad)'} role="status">
          {outcome.words}
        </Text>
      )}
      <Button
        size="compact-xs"
        variant="subtle"
        loading={test.isPending}
        onClick={() => test.mutate()}
        aria-label={`Send test to ${webhook.name}`}
      >
        Send test
      </Button>
    </>
  );
}

function OpenDialog({ open, onOpen }: OpenProps & { open: Open }) {
  const done = useDone(webhooksQuery.queryKey);
  const close = () => onOpen({ kind: 'none' });
  const show = (webhook: Webhook) =>
    onOpen(webhook.secret === undefined ? { kind: 'none' } : { kind: 'made', webhook });
  switch (open.kind) {
    case 'none':
      return null;
    case 'create':
      return <WebhookDialog webhook={null} onSaved={show} onClose={close} />;
    case 'edit':
      return <WebhookDialog webhook={open.webhook} onSaved={show} onClose={close} />;
    case 'made':
      return (
        <SecretDialog
          title={`Signing secret of ${open.webhook.name}`}
          secrets={[{ label: 'Signing secret', value: open.webhook.secret ?? '' }]}
          onClose={close}
        />
      );
    case 'deliveries':
      return (
        <Modal
          opened
          onClose={close}
          title={`Deliveries to ${open.webhook.name}`}
          size="xl"
          closeButtonProps={{ 'aria-label': 'Close' }}
        >
          <Deliveries of="webhooks" id={open.webhook.id} />
        </Modal>
      );
    case 'rotate':
      return (
        <ConfirmDialog
          title="Rotate signing secret"
          confirm="Rotate secret"
          onConfirm={() => rotateWebhookSecret(open.webhook.id).then(show)}
          onClose={() => null}
          onCancel={close}
        >
          For 24 hours, deliveries to <b>{open.webhook.name}</b> are signed with the old and the new secret, so that you
          can update the receiver without a gap.
        </ConfirmDialog>
      );
    case 'delete':
      return (
        <ConfirmDialog
          title="Delete webhook"
          confirm="Delete webhook"
          onConfirm={() => deleteWebhook(open.webhook.id).then(done)}
          onClose={close}
        >
          <b>{open.webhook.name}</b> will be deleted, unless an alert still uses it.
        </ConfirmDialog>
      );
    default:
      return unreachable(open);
  }
}
