import { Badge, Group } from '@mantine/core';

/** The name of a member, marked when it is the viewer. */
export function PersonName({ name, isMyself }: { name: string; isMyself: boolean }) {
  return (
    <Group gap="sm">
      {name}
      {isMyself && (
        <Badge size="xs" variant="default">
          You
        </Badge>
      )}
    </Group>
  );
}
