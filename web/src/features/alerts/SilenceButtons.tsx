import { Button, Text, Tooltip } from '@mantine/core';
import { useState } from 'react';

import { describe } from '../../api/error';
import type { Alert } from '../../api/stack.gen';
import { May } from '../../components/May';
import { acknowledgementWords } from './silence';
import { SilenceDialog } from './SilenceDialog';
import { useSilencing } from './useSilencing';

/** Keeps the notifications of an alert back, or lets them through again. */
export function SilenceButtons({ alert }: { alert: Alert }) {
  const { acknowledging, ending, end, error } = useSilencing(alert);
  const [isOpen, setOpen] = useState(false);
  return (
    <May do="update:Alert">
      {end !== null && (
        <Button size="xs" variant="default" loading={ending.isPending} onClick={() => ending.mutate()}>
          {end}
        </Button>
      )}
      {end === null && alert.state !== 'inactive' && (
        <Tooltip label={acknowledgementWords}>
          <Button
            size="xs"
            loading={acknowledging.isPending}
            aria-label={`Acknowledge: ${acknowledgementWords.toLowerCase()}`}
            onClick={() => acknowledging.mutate()}
          >
            Acknowledge
          </Button>
        </Tooltip>
      )}
      {end === null && (
        <Button size="xs" variant="default" onClick={() => setOpen(true)}>
          Silence
        </Button>
      )}
      {error !== null && (
        <Text size="xs" c="var(--cairn-bad)" role="alert">
          {describe(error)}
        </Text>
      )}
      {isOpen && <SilenceDialog alertId={alert.id} onClose={() => setOpen(false)} />}
    </May>
  );
}
