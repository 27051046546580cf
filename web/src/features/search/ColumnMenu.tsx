import { Button, Checkbox, Popover, ScrollArea, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { Icon } from '../../components/Icon';
import { usualColumns } from './columns';
import { fieldsQuery, type Asked } from './queries';

interface ColumnMenuProps {
  asked: Asked;
  columns: string[];
  onColumns: (columns: string[]) => void;
}

/** Chooses the columns of the table. */
export function ColumnMenu({ asked, columns, onColumns }: ColumnMenuProps) {
  const fields = useQuery(fieldsQuery(asked)).data ?? [];
  const [text, setText] = useState('');
  const shown = fields.filter(({ name, type }) => type !== 'map' && name.toLowerCase().includes(text.toLowerCase()));
  const toggle = (column: string) =>
    onColumns(columns.includes(column) ? columns.filter((one) => one !== column) : [...columns, column]);
  return (
    <Popover position="bottom-end" width={300} trapFocus>
      <Popover.Target>
        <Button variant="subtle" color="gray" size="compact-xs" leftSection={<Icon name="columns" size={14} />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="sm">
        <Stack gap="sm">
          <TextInput
            placeholder="Find a column"
            aria-label="Find a column"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <ScrollArea.Autosize mah={320} type="auto">
            <Stack gap={6}>
              {shown.map(({ name, expression }) => (
                <Checkbox
                  key={name}
                  label={name}
                  checked={columns.includes(expression)}
                  disabled={expression === 'Timestamp'}
                  onChange={() => toggle(expression)}
                />
              ))}
            </Stack>
          </ScrollArea.Autosize>
          <Button variant="default" onClick={() => onColumns(usualColumns(asked.source))}>
            Reset columns
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
