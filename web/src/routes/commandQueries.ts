import { queryOptions } from '@tanstack/react-query';

import { read } from '../api/client';
import type { IconName } from '../components/Icon';

/** Something of the team that the palette can open. */
interface SavedThing {
  id: string;
  name: string;
  group: string;
  icon: IconName;
  to: string;
  search: Record<string, unknown>;
}

/** The saved searches and dashboards of the team, by their names. */
export const savedThingsQuery = queryOptions({ queryKey: ['palette'], queryFn: readThings, staleTime: 15_000 });

async function readThings(): Promise<SavedThing[]> {
  const [dashboards, searches] = await Promise.all([
    read('/api/v2/dashboards'),
    read('/api/v2/saved-searches', { query: { limit: 200 } }),
  ]);
  return [
    ...dashboards.map(({ id, name }): SavedThing => ({
      id,
      name,
      group: 'Dashboards',
      icon: 'dashboard',
      to: `/dashboards/${id}`,
      search: {},
    })),
    ...searches.map(({ id, name }): SavedThing => ({
      id,
      name,
      group: 'Saved searches',
      icon: 'save',
      to: '/search',
      search: { saved: id },
    })),
  ];
}
