import { Button, Group, MultiSelect, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { Icon } from '../../components/Icon';
import { SecretDialog } from '../parts/Secret';
import { TagsField } from '../parts/Tags';
import { webhooksQuery } from '../team/calls';
import { DisabledWebhook } from '../team/DisabledWebhook';
import type { Webhook } from '../team/types';
import { WebhookDialog } from '../team/WebhookDialog';
import { intervals, intervalWords } from './form';
import { mistakeAt } from './mistakes';
import { TemplateField } from './TemplateField';
import type { AlertForm } from './types';
import type { Preview } from './usePreview';

const webhooksMax = 10;

interface NotifyFieldsProps {
  form: AlertForm;
  preview: Preview;
  onChange: (changed: Partial<AlertForm>) => void;
  /** Says whether a dialog of its own is open, above the one that it is part of. */
}

/** Who is told, and what. */
export function NotifyFields({ form, preview, onChange }: NotifyFieldsProps) {
  const { variables } = preview;
  return (
    <Stack gap="sm" role="group" aria-label="Notifications">
      <Text fw={600} size="sm">
        Notify
      </Text>
      <WebhookChoice chosen={form.webhookIds} onChoose={(webhookIds) => onChange({ webhookIds })} />
      <NativeSelect
        label="While firing"
        value={form.renotifyInterval}
        data={[
          { value: '', label: 'Notify once' },
          ...intervals.map((value) => ({ value, label: `Notify again every ${intervalWords(value)}` })),
        ]}
        onChange={(event) => onChange({ renotifyInterval: event.currentTarget.value as AlertForm['renotifyInterval'] })}
      />
      <TemplateField
        label="Name"
        description="The title of its notifications. Defaults to what it watches."
        value={form.name}
        maxLength={512}
        variables={variables}
        mistake={mistakeAt('name', preview.error)}
        onChange={(name) => onChange({ name: name.replaceAll('\n', ' ') })}
      />
      <TemplateField
        label="Message"
        description="A template for the text of its notifications."
        value={form.message}
        maxLength={4096}
        minRows={2}
        variables={variables}
        mistake={mistakeAt('message', preview.error)}
        onChange={(message) => onChange({ message })}
      />
      <TagsField
        label="Tags"
        description="To find alerts by. They are sent with its notifications."
        value={form.tags}
        onChange={(tags) => onChange({ tags })}
      />
      <Textarea
        label="Note"
        description="For people, such as a runbook. It is in the payload of webhooks, not in the text."
        value={form.note}
        maxLength={4096}
        onChange={(event) => onChange({ note: event.currentTarget.value })}
        autosize
        minRows={2}
      />
    </Stack>
  );
}

interface WebhookChoiceProps {
  chosen: string[];
  onChoose: (webhookIds: string[]) => void;
}

/** The webhooks that are told; a new one is made in place. */
function WebhookChoice({ chosen, onChoose }: WebhookChoiceProps) {
  const webhooks = useQuery(webhooksQuery);
  const [open, setOpen] = useState<'create' | Webhook | null>(null);
  const take = (webhook: Webhook) => {
    onChoose([...chosen, webhook.id]);
    setOpen(webhook.secret === undefined ? null : webhook);
  };
  const isFull = chosen.length >= webhooksMax;
  return (
    <>
      <MultiSelect
        label="Webhooks"
        placeholder={chosen.length === 0 ? 'Choose at least one' : ''}
        data={(webhooks.data ?? []).map(({ id, name, disabledAt }) => ({
          value: id,
          label: disabledAt === null ? name : `${name} (disabled)`,
        }))}
        value={chosen}
        onChange={onChoose}
        maxValues={webhooksMax}
        nothingFoundMessage="No webhooks yet"
      />
      {(webhooks.data ?? [])
        .filter(({ id }) => chosen.includes(id))
        .map((webhook) => (
          <DisabledWebhook key={webhook.id} webhook={webhook} isNamed />
        ))}
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          disabled={isFull}
          leftSection={<Icon name="plus" size={14} />}
          onClick={() => setOpen('create')}
        >
          New webhook…
        </Button>
      </Group>
      {open === 'create' && <WebhookDialog webhook={null} onSaved={take} onClose={() => setOpen(null)} />}
      {open !== null && open !== 'create' && (
        <SecretDialog
          title={`Signing secret of ${open.name}`}
          secrets={[{ label: 'Signing secret', value: open.secret ?? '' }]}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}
