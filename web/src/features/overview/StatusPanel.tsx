import { Group, Text } from '@mantine/core';

import type { Overview } from '../../api/types';
import { useMay } from '../../api/useMay';
import { Arriving } from './Arriving';
import { databaseDetail, engineDetail } from './details';
import classes from './OverviewPage.module.css';
import { Part } from './Part';

/** Says in one row whether the parts of the installation work, and how far the data is behind. */
export function StatusPanel({ overview }: { overview: Overview }) {
  const { engine, database, version } = overview;
  const { searches } = useMay();
  return (
    <section className={classes.grid} aria-label="Status">
      {searches && <Arriving />}
      <Part name="Telemetry engine" detail={engineDetail(engine)}>
        <Readiness isReady={engine.ready} />
      </Part>
      <Part name="Database" detail={databaseDetail(database)}>
        <Readiness isReady={database.ready} />
      </Part>
      <Part name="Version" detail="">
        <Text span inherit ff="monospace">
          {version}
        </Text>
      </Part>
    </section>
  );
}

function Readiness({ isReady }: { isReady: boolean }) {
  return (
    <Group gap="sm">
      <span className={classes.dot} data-ready={isReady || undefined} />
      {isReady ? 'Ready' : 'Not ready'}
    </Group>
  );
}
