import { MultiSelect, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { namesOf } from '../../components/names';
import { FormDialog } from '../parts/Dialogs';
import { dashboardsQuery } from './calls';
import { cycleMax, kioskFor } from './kiosk';

const intervals = [
  { value: '10', label: 'Every 10 s' },
  { value: '30', label: 'Every 30 s' },
  { value: '60', label: 'Every minute' },
  { value: '300', label: 'Every 5 minutes' },
];

/** Asks which dashboards take turns on a wall, and starts that. */
export function KioskDialog({ dashboardId, onClose }: { dashboardId: string; onClose: () => void }) {
  const [others, setOthers] = useState<string[]>([]);
  const [every, setEvery] = useState('30');
  const dashboards = useQuery(dashboardsQuery).data ?? [];
  const navigate = useNavigate();
  const start = () => {
    const kiosk = kioskFor({ cycle: [dashboardId, ...others], everySeconds: Number(every) });
    return navigate({ to: '.', search: ((before: Record<string, unknown>) => ({ ...before, ...kiosk })) as never });
  };
  return (
    <FormDialog title="Kiosk mode" submit="Start" content={[others, every]} onSubmit={start} onClose={onClose}>
      <Text size="sm" c="dimmed">
        Shows the tiles without controls and refreshes them. Escape leaves it. The address starts it again, such as
        after a screen was restarted.
      </Text>
      <MultiSelect
        label="Take turns with"
        placeholder={others.length === 0 ? 'No other dashboard' : ''}
        data={namesOf(dashboards.filter(({ id }) => id !== dashboardId))}
        value={others}
        onChange={setOthers}
        maxValues={cycleMax - 1}
        searchable
        clearable
      />
      {others.length > 0 && (
        <NativeSelect
          label="Change"
          data={intervals}
          value={every}
          onChange={(event) => setEvery(event.currentTarget.value)}
        />
      )}
    </FormDialog>
  );
}
