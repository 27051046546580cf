import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { describe } from '../../api/error';
import type { AlertTestDelivery } from '../../api/stack.gen';
import { webhooksQuery } from '../team/calls';
import { DisabledWebhook } from '../team/DisabledWebhook';
import { testOutcome } from '../team/webhookTest';
import classes from './alerts.module.css';
import { testAlert } from './calls';
import { bodyOf, canSave } from './form';
import { mistakeAt } from './mistakes';
import type { AlertForm } from './types';
import type { Preview } from './usePreview';

/** What the alert would tell, and a test of it before anything is saved. */
export function NotificationPanel({ form, preview }: { form: AlertForm; preview: Preview }) {
  const queryClient = useQueryClient();
  const test = useMutation({
    mutationFn: () => testAlert(bodyOf(form)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey }),
  });
  const { shown, error, isStale, isOld } = preview;
  const isAtField = mistakeAt('name', error) !== null || mistakeAt('message', error) !== null;
  if (shown === undefined && error === null) return null;
  return (
    <Stack gap="xs" component="section" aria-label="Notification">
      <Group justify="space-between">
        <Text fw={600} size="sm">
          What it sends
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          disabled={!canSave(form)}
          loading={test.isPending}
          onClick={() => test.mutate()}
        >
          Send test
        </Button>
      </Group>
      {error !== null && !isAtField && (
        <Text size="sm" c="var(--cairn-bad)" role="alert">
          {describe(error)}
        </Text>
      )}
      {shown !== undefined && (
        <div
          className={`${classes.letter} ${isStale ? classes.busy : ''}`}
          data-preview
          data-stale={isStale || undefined}
          aria-live="polite"
        >
          <Text fw={600} size="sm">
            {shown.title}
          </Text>
          <Text size="sm" className={classes.letterText}>
            {shown.text}
          </Text>
        </div>
      )}
      {shown !== undefined && isOld && (
        <Text size="xs" c="dimmed">
          Without the last change: the template has a mistake.
        </Text>
      )}
      {shown?.isExample === true && (
        <Text size="xs" c="dimmed">
          With an example value: the last window did not breach the threshold.
        </Text>
      )}
      {test.isError && (
        <Text size="sm" c="var(--cairn-bad)" role="alert">
          {describe(test.error)}
        </Text>
      )}
      {test.data?.deliveries.map((one) => (
        <Tested key={one.delivery.id} tested={one} />
      ))}
    </Stack>
  );
}

/** How the test went at one webhook: what was sent, and the answer. */
function Tested({ tested: { delivery, sent } }: { tested: AlertTestDelivery }) {
  const webhook = useQuery(webhooksQuery).data?.find(({ id }) => id === delivery.webhookId);
  const [attempt] = delivery.attempts;
  const { isGood, words } = testOutcome(delivery, typeof webhook?.disabledAt === 'string');
  return (
    <div role="status" className={classes.tested}>
      <Group gap="sm">
        <Text size="sm" fw={500}>
          {webhook?.name ?? 'Webhook'}
        </Text>
        <Text size="sm" c={isGood ? 'var(--cairn-good)' : 'var(--cairn-bad)'}>
          {words}
        </Text>
      </Group>
      {webhook !== undefined && <DisabledWebhook webhook={webhook} />}
      <details>
        <summary>What was sent, and the answer</summary>
        <Box component="pre" tabIndex={0} role="group" aria-label={`Sent to ${webhook?.name ?? 'the webhook'}`}>
          {pretty(sent)}
        </Box>
        <Text size="xs" c="dimmed">
          Answer: {attempt?.statusCode ?? 'none'} {attempt?.answer}
        </Text>
      </details>
    </div>
  );
}

/** JSON with line breaks; anything else as it is. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
