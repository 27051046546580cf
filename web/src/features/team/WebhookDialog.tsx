import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';

import { FormDialog } from '../parts/Dialogs';
import { useDone } from '../parts/useDone';
import mono from '../parts/mono.module.css';
import { createWebhook, replaceWebhook, webhooksQuery } from './calls';
import type { Webhook } from './types';
import { services, webhookBody, webhookForm } from './webhookBody';

interface WebhookDialogProps {
  /** Null to create one. */
  webhook: Webhook | null;
  onSaved: (webhook: Webhook) => void;
  onClose: () => void;
}

/** Creates a webhook or changes one. */
export function WebhookDialog({ webhook, onSaved, onClose }: WebhookDialogProps) {
  const [form, setForm] = useState(webhookForm(webhook));
  const done = useDone(webhooksQuery.queryKey);
  const set = (field: keyof typeof form) => (event: { currentTarget: { value: string } }) =>
    setForm({ ...form, [field]: event.currentTarget.value });
  const submit = async () => {
    const body = webhookBody(form);
    const saved = await (webhook === null ? createWebhook(body) : replaceWebhook(webhook.id, body));
    await done();
    onClose();
    onSaved(saved);
  };
  const { example, hasOwnForm, key } = services[form.service];
  const hasKey = key === undefined || webhook !== null || form.key.trim() !== '';
  const isReady = form.name.trim() !== '' && form.url.trim() !== '' && hasKey;
  return (
    <FormDialog
      title={webhook === null ? 'Create webhook' : `Edit ${webhook.name}`}
      submit={webhook === null ? 'Create webhook' : 'Save webhook'}
      content={form}
      onSubmit={submit}
      onClose={() => null}
      onCancel={onClose}
      isReady={isReady}
    >
      <TextInput label="Name" value={form.name} onChange={set('name')} data-autofocus />
      <NativeSelect
        label="Service"
        value={form.service}
        onChange={set('service')}
        data={Object.entries(services).map(([value, { name }]) => ({ value, label: name }))}
      />
      <TextInput
        label="Address"
        description="HTTP or HTTPS. Private networks must be allowed by the operator."
        value={form.url}
        onChange={set('url')}
        placeholder={example}
      />
      <TextInput label="Description" value={form.description} onChange={set('description')} />
      {key !== undefined && (
        <TextInput
          label={key.label}
          description={webhook === null ? key.hint : 'Leave empty to keep the current one, which is never shown.'}
          value={form.key}
          onChange={set('key')}
          autoComplete="off"
        />
      )}
      {hasOwnForm && (
        <Textarea
          label="Headers"
          description={
            webhook === null
              ? 'One per line, as “Name: value”.'
              : 'Leave empty to keep the current ones, which are never shown.'
          }
          value={form.headers}
          onChange={set('headers')}
          autosize
          minRows={2}
        />
      )}
      {hasOwnForm && (
        <Textarea
          label="Body"
          description="A template. Leave empty for the default JSON."
          value={form.body}
          onChange={set('body')}
          autosize
          minRows={3}
          classNames={{ input: mono.input ?? '' }}
        />
      )}
    </FormDialog>
  );
}
