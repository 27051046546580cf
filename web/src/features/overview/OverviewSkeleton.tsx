import { Skeleton, Stack } from '@mantine/core';

/** Holds the place of the overview until it arrives. */
export function OverviewSkeleton() {
  return (
    <Stack gap="xl" role="status" aria-label="Loading the overview">
      <Skeleton h={84} />
      <Skeleton h={200} />
    </Stack>
  );
}
