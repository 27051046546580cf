import type { Container } from '../../api/stack.gen';
import type { Seat } from './types';

/** A place and what it is called. */
export interface NamedSeat {
  name: string;
  seat: Seat;
}

/** All places of a dashboard that tiles can be in, by their names. */
export function seatsOf(containers: Container[]): NamedSeat[] {
  const inside = containers.flatMap((container): NamedSeat[] => {
    const tabs = container.tabs ?? [];
    if (tabs.length === 0) return [{ name: container.title, seat: { containerId: container.id, tabId: undefined } }];
    return tabs.map((tab) => ({
      name: `${container.title} › ${tab.title}`,
      seat: { containerId: container.id, tabId: tab.id },
    }));
  });
  return [{ name: 'Top level', seat: { containerId: undefined, tabId: undefined } }, ...inside];
}
