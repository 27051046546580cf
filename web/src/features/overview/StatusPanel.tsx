import { Box, Group, Text } from '@mantine/core';

import type { Overview } from '../../api/types';
import { databaseDetail, engineDetail } from './details';
import classes from './OverviewPage.module.css';

/** Says in one row whether the parts of the installation work. */
export function StatusPanel({ overview }: { overview: Overview }) {
  const { engine, database, version } = overview;
  return (
    <section className={classes.grid} aria-label="Status">
      <Part name="Telemetry engine" isReady={engine.ready} detail={engineDetail(engine)} />
      <Part name="Database" isReady={database.ready} detail={databaseDetail(database)} />
      <Box className={classes.part}>
        <Text size="xs" c="dimmed">
          Version
        </Text>
        <Text fw={600} mt="xs" ff="monospace">
          {version}
        </Text>
      </Box>
    </section>
  );
}

interface PartProps {
  name: string;
  isReady: boolean;
  detail: string;
}

function Part({ name, isReady, detail }: PartProps) {
  return (
    <Box className={classes.part}>
      <Text size="xs" c="dimmed">
        {name}
      </Text>
      <Group gap="sm" mt="xs">
        <span className={classes.dot} data-ready={isReady || undefined} />
        <Text fw={600}>{isReady ? 'Ready' : 'Not ready'}</Text>
      </Group>
      <Text size="xs" c="dimmed">
        {detail}
      </Text>
    </Box>
  );
}
