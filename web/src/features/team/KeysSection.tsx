import { Stack } from '@mantine/core';

import { AccessKeys } from './AccessKeys';
import { IngestionKeys } from './IngestionKeys';

/** Both kinds of keys: what programs act with, and what telemetry is sent with. */
export function KeysSection() {
  return (
    <Stack gap="xl">
      <AccessKeys />
      <IngestionKeys />
    </Stack>
  );
}
