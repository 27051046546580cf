import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';

import { describe } from '../../api/error';
import { useDone } from '../parts/useDone';
import { When } from '../parts/When';
import { replaceWebhook, webhooksQuery } from './calls';
import type { Webhook } from './types';
import { webhookBody, webhookForm } from './webhookBody';

interface DisabledWebhookProps {
  webhook: Webhook;
  /** Where several may be disabled, or nothing beside it says which one it is. */
  isNamed?: boolean;
}

/** Says that a webhook is disabled, since when and what that means, and enables it; nothing for one that is not. */
export function DisabledWebhook({ webhook, isNamed = false }: DisabledWebhookProps) {
  const done = useDone(webhooksQuery.queryKey);
  // Any update enables it; what is not sent stays as it is.
  const enable = useMutation({
    mutationFn: () => replaceWebhook(webhook.id, webhookBody(webhookForm(webhook))),
    onSettled: done,
  });
  if (webhook.disabledAt === null) return null;
  return (
    <Group gap="xs">
      <Text size="xs" c="var(--cairn-bad)" role="status">
        {isNamed ? `${webhook.name} is disabled` : 'Disabled'} since <When at={webhook.disabledAt} />, when its receiver
        responded with 410; real alerts are not sent.
      </Text>
      <Button
        size="compact-xs"
        variant="default"
        loading={enable.isPending}
        onClick={() => enable.mutate()}
        aria-label={`Enable ${webhook.name}`}
      >
        Enable
      </Button>
      {enable.isError && (
        <Text size="xs" c="var(--cairn-bad)" role="alert">
          {describe(enable.error)}
        </Text>
      )}
    </Group>
  );
}
