import { Badge, Group } from '@mantine/core';

import { Cut } from './Cut';

/** The name of a member, marked when it is the viewer. */
export function PersonName({ name, isMyself }: { name: string; isMyself: boolean }) {
  return (
    <Group gap="sm" wrap="nowrap">
      <Cut text={name} />
      {isMyself && (
        <Badge size="xs" variant="default">
          You
        </Badge>
      )}
    </Group>
  );
}
