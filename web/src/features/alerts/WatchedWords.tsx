import { Group, Text } from '@mantine/core';

import type { Alert } from '../../api/stack.gen';
import { PageLink } from '../../components/PageLink';
import { useTimeRange } from '../../time/useTimeRange';
import { chartFor, type Address } from '../drill/address';
import { eventsOf, tileOf } from './links';
import type { Watched } from './watched';

/** What an alert watches, and where that can be looked at over the range of the page. */
export function WatchedWords({ alert, watched }: { alert: Alert; watched: Watched | null }) {
  const { range } = useTimeRange();
  if (watched === null)
    return (
      <Text size="sm" role="note">
        What it watched is deleted. Edit the alert to watch something else.
      </Text>
    );
  const places: [string, Address | null][] = [
    [alert.source === 'tile' ? 'Open events' : `Open ${watched.name}`, eventsOf(watched, [], range)],
    [`Open ${watched.name}`, tileOf(alert, range)],
    ['Open in Charts', watched.config === null ? null : chartFor(watched.config, range)],
  ];
  return (
    <section aria-label="What it watches">
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
