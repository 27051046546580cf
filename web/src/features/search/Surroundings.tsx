import { Box, Button, Group, SegmentedControl, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { Source } from '../../api/stack.gen';
import type { Row } from '../../api/telemetry';
import { View } from '../../components/View';
import { counted } from '../../number';
import { cellText, selectOf } from './columns';
import { aroundQuery, reachMax, type Reach } from './queries';
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

/** The row itself is among those after its time. */
const initialReach: Reach = { before: 50, after: 51 };

/** What happened right before and after a row. */
export function Surroundings({ source, row, columns, onOpen }: SurroundingsProps) {
  const [scope, setScope] = useState<Scope>('service');
  const [reach, setReach] = useState(initialReach);
  const [visit, setVisit] = useState(0);
  const timestamp = cellText(row.Timestamp);
  const around = useQuery(aroundQuery(source, timestamp, conditionOf(scope, row), selectOf(columns), reach));
  const widen = (side: keyof Reach) => setReach({ ...reach, [side]: Math.min(reach[side] * 2, reachMax) });
  return (
    <Box className={classes.fill}>
      <Group p="sm" gap="sm">
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
        <Button size="compact-xs" variant="subtle" onClick={() => setVisit(visit + 1)}>
          Back to the row
        </Button>
        {around.data !== undefined && (
          <Text size="xs" c="dimmed">
            {counted(around.data.before.length + around.data.after.length, 'row')}
          </Text>
        )}
      </Group>
      <Box className={classes.rows}>
        <View query={around} failure="The surrounding rows could not be loaded">
          {({ before, after, reach: asked }) => (
            <Box className={classes.fill}>
              <Edge side="newer" found={after.length} asked={asked.after} onMore={() => widen('after')} />
              <Box className={classes.rows}>
                <Rows
                  key={`${scope} ${visit}`}
                  label="Surrounding rows"
                  source={source}
                  columns={columns}
                  // The newest stands at the top, as in the table.
                  rows={[...before, ...after].toReversed()}
                  onOpen={onOpen}
                  opened={{ timestamp, seen: row }}
                />
              </Box>
              <Edge side="older" found={before.length} asked={asked.before} onMore={() => widen('before')} />
            </Box>
          )}
        </View>
      </Box>
    </Box>
  );
}

interface EdgeProps {
  side: 'newer' | 'older';
  found: number;
  asked: number;
  onMore: () => void;
}

/** The edge of what is shown: a way to go further, or why there is none. */
function Edge({ side, found, asked, onMore }: EdgeProps) {
  const isAll = found < asked;
  return (
    <Box className={classes.edge}>
      {isAll && <span>No {side} rows within a day.</span>}
      {!isAll && asked >= reachMax && <span>No more {side} rows can be shown here.</span>}
      {!isAll && asked < reachMax && (
        <Button size="compact-xs" variant="subtle" onClick={onMore}>
          Show {side} rows
        </Button>
      )}
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
