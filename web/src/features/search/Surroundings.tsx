import { Box, Group, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { Source } from '../../api/stack.gen';
import type { Row } from '../../api/telemetry';
import { View } from '../../components/View';
import { cellText, isSameRow, selectOf } from './columns';
import { aroundQuery } from './queries';
import { Rows } from './RowsView';
import classes from './RowPanel.module.css';
import { whereOf } from './where';

interface SurroundingsProps {
  source: Source;
  row: Row;
  columns: string[];
  onOpen: (row: Row) => void;
}

type Scope = 'all' | 'service' | 'host';

/** What happened right before and after a row. */
export function Surroundings({ source, row, columns, onOpen }: SurroundingsProps) {
  const [scope, setScope] = useState<Scope>('service');
  const around = useQuery(aroundQuery(source, cellText(row.Timestamp), conditionOf(scope, row), selectOf(columns)));
  const span = { start: 0, end: 0 };
  return (
    <Box className={classes.fill}>
      <Group p="sm">
        <SegmentedControl
          aria-label="Rows from"
          value={scope}
          onChange={(value) => setScope(value as Scope)}
          data={[
            { value: 'service', label: 'Same service' },
            { value: 'host', label: 'Same host' },
            { value: 'all', label: 'All' },
          ]}
        />
      </Group>
      <Box className={classes.rows}>
        <View query={around} failure="The surrounding rows could not be loaded">
          {({ before, after }) => {
            // The newest stands at the top, as in the table.
            const rows = [...(before as Row[]), ...(after as Row[])].toReversed();
            const own = rows.find((one) => isSameRow(one, row));
            return (
              <Rows
                asked={{ source, where: '', language: 'lucene', span }}
                columns={columns}
                rows={rows}
                onOpen={onOpen}
                openRow={cellText(own?.Timestamp)}
                isEnd
              />
            );
          }}
        </View>
      </Box>
    </Box>
  );
}

function conditionOf(scope: Scope, row: Row): string {
  const resource = (row.ResourceAttributes ?? {}) as Record<string, unknown>;
  const host = cellText(resource['host.name']);
  if (scope === 'service') return only('ServiceName', cellText(row.ServiceName));
  return scope === 'host' && host !== '' ? only('ResourceAttributes.host.name', host) : '';
}

function only(field: string, value: string): string {
  return whereOf('', 'lucene', [{ field, expression: field, values: [value], isExcluding: false }]);
}
