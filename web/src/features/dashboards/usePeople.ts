import { useQuery } from '@tanstack/react-query';

import { membersQuery } from '../team/calls';

/** Names people by their ids. */
export function usePeople(): (id: string | undefined) => string {
  const members = useQuery(membersQuery).data ?? [];
  return (id) => {
    if (id === undefined) return 'Not recorded';
    return members.find((one) => one.id === id)?.name ?? 'An API key or a former member';
  };
}
