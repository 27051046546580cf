import { Button, Group, Text } from '@mantine/core';

import { counted } from '../number';

interface ListEndProps {
  count: number;
  noun: string;
  isMore: boolean;
  isBusy: boolean;
  onMore: () => void;
}

/** The end of a list: how many it has, and whether it goes on. */
export function ListEnd({ count, noun, isMore, isBusy, onMore }: ListEndProps) {
  return (
    <Group gap="md" px="md" py="sm">
      <Text size="xs" c="dimmed" role="status">
        {counted(count, noun)}
        {isMore && ' so far'}
      </Text>
      {isMore && (
        <Button size="compact-xs" variant="default" loading={isBusy} onClick={onMore}>
          Show more
        </Button>
      )}
    </Group>
  );
}
