import { Box, Button, Checkbox, Group, Popover, ScrollArea, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { Icon } from '../../components/Icon';
import { IconButton } from '../../components/IconButton';
import { headOf, moveColumn, usualColumns } from './columns';
import { fieldsQuery, type Asked } from './queries';
import classes from './search.module.css';
import { toggled } from './useKeptList';

interface ColumnMenuProps {
  asked: Asked;
  columns: string[];
  onColumns: (columns: string[]) => void;
  /** Columns that are no fields, and those that are shown unless told otherwise. */
  more?: { name: string; expression: string }[];
  usual?: string[];
}

/** Chooses the columns of the table, and their order. */
export function ColumnMenu({ asked, columns, onColumns, more = [], usual }: ColumnMenuProps) {
  const fields = useQuery(fieldsQuery(asked)).data ?? [];
  const [text, setText] = useState('');
  const shown = [...more, ...fields.filter(({ type }) => type !== 'map')].filter(({ name }) =>
    name.toLowerCase().includes(text.toLowerCase()),
  );
  return (
    <Popover position="bottom-end" width={320} trapFocus>
      <Popover.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          aria-label="Columns"
          leftSection={<Icon name="columns" size={14} />}
          className={classes.columns}
        >
          <Box component="span" visibleFrom="sm">
            Columns
          </Box>
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="sm">
        <Stack gap="sm">
          <Chosen columns={columns} onColumns={onColumns} />
          <TextInput
            placeholder="Find a column"
            aria-label="Find a column"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <ScrollArea.Autosize mah={240} type="auto" scrollbars="y">
            <Stack gap={6}>
              {shown.map(({ name, expression }) => (
                <Checkbox
                  key={name}
                  label={name}
                  checked={columns.includes(expression)}
                  disabled={expression === 'Timestamp'}
                  onChange={() => onColumns(toggled(columns, expression))}
                />
              ))}
            </Stack>
          </ScrollArea.Autosize>
          <Button variant="default" onClick={() => onColumns(usual ?? usualColumns(asked.source))}>
            Reset columns
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

/** The columns that are shown after the time, in their order. */
function Chosen({ columns, onColumns }: Omit<ColumnMenuProps, 'asked'>) {
  const movable = columns.filter((column) => column !== 'Timestamp');
  return (
    <ScrollArea.Autosize mah={200} type="auto" scrollbars="y">
      <Stack gap={0} component="ul" p={0} m={0} aria-label="Shown columns" style={{ listStyle: 'none' }}>
        {movable.map((column, at) => {
          const [name, left, right] = [headOf(column), movable[at - 1], movable[at + 1]];
          const to = (place: string | undefined) =>
            place === undefined ? undefined : () => onColumns(moveColumn(columns, column, place));
          return (
            <Group key={column} component="li" gap={0} wrap="nowrap">
              <Text size="sm" truncate flex={1} title={column}>
                {name}
              </Text>
              <IconButton icon="up" name={`Move ${name} left`} onClick={to(left)} />
              <IconButton icon="down" name={`Move ${name} right`} onClick={to(right)} />
              <IconButton
                icon="close"
                name={`Remove ${name}`}
                onClick={movable.length > 1 ? () => onColumns(columns.filter((one) => one !== column)) : undefined}
              />
            </Group>
          );
        })}
      </Stack>
    </ScrollArea.Autosize>
  );
}
