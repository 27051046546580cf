import { useQueryClient, type QueryKey } from '@tanstack/react-query';

/** Returns a function that has a list read again after one of its records changed. */
export function useDone(queryKey: QueryKey): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey });
}
