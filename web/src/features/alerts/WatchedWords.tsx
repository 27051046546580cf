import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';

import type { Versioned } from '../../api/client';
import type { Alert } from '../../api/stack.gen';
import { PageLink } from '../../components/PageLink';
import { useTimeRange } from '../../time/useTimeRange';
import { chartFor, type Address } from '../drill/address';
import { AlertEditor } from './AlertEditor';
import classes from './alerts.module.css';
import { formOf } from './form';
import { LateNotice } from './LateNotice';
import { eventsOf, tileOf } from './links';
import type { Watched } from './watched';

/** What an alert watches, and where that can be looked at over the range of the page. */
export function WatchedWords({ alert: versioned, watched }: { alert: Versioned<Alert>; watched: Watched | null }) {
  const { range } = useTimeRange();
  if (watched === null) return <NothingWatched alert={versioned} />;
  const alert = versioned.value;
  const places: [string, Address | null][] = [
    [alert.source === 'tile' ? 'Open events' : `Open ${watched.name}`, eventsOf(watched, [], range)],
    [`Open ${watched.name}`, tileOf(alert, range)],
    ['Open in Charts', watched.config === null ? null : chartFor(watched.config, range)],
  ];
  return (
    <section aria-label="What it watches" className={classes.watches}>
      <Text size="sm">
        Watches <b>{watched.words}</b>
      </Text>
      <Group gap="md" mt={4}>
        {places.map(
          ([name, place]) =>
            place !== null && (
              <PageLink key={name} {...place} size="sm">
                {name}
              </PageLink>
            ),
        )}
      </Group>
    </section>
  );
}

/** Says that there is nothing to watch any more, and lets something else be chosen. */
function NothingWatched({ alert }: { alert: Versioned<Alert> }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <LateNotice>
      The {alert.value.source === 'tile' ? 'tile' : 'saved search'} that this alert watches was deleted, so it can’t
      fire. Choose something else to watch, or delete the alert.{' '}
      <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
        Choose what to watch
      </Button>
      {isOpen && <AlertEditor alert={alert} form={formOf(alert.value)} onClose={() => setOpen(false)} />}
    </LateNotice>
  );
}
