import { Stack, Text } from '@mantine/core';

import type { Difference } from './difference';

/** What was changed, in words. */
export function Changes({ title, changes }: { title: string; changes: Difference[] }) {
  return (
    <Stack gap="xs" component="section" aria-label={title}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      {changes.length === 0 && (
        <Text size="sm" c="dimmed">
          No visible changes
        </Text>
      )}
      {changes.map(({ what, how }) => (
        <Text key={`${what} ${how}`} size="sm">
          {what}{' '}
          <Text span inherit c="dimmed">
            {how}
          </Text>
        </Text>
      ))}
    </Stack>
  );
}
