import { Text } from '@mantine/core';

import type { Mistake } from './mistake';
import type { Scope } from './scope';
import { TileContent } from './TileByType';
import classes from './TileEditor.module.css';
import type { TileConfig } from './types';

interface PreviewBoxProps {
  name: string;
  /** Null while there is nothing to draw. */
  config: TileConfig | null;
  mistake?: Mistake | null;
  scope: Scope;
  /** What to do while there is nothing to draw. */
  empty: string;
}

/** A tile as it would be on the dashboard. */
export function PreviewBox({ name, config, mistake = null, scope, empty }: PreviewBoxProps) {
  return (
    <section className={classes.preview} aria-label="Preview" data-held={mistake !== null || undefined}>
      {config === null ? (
        <Text size="sm" c="dimmed" ta="center" mt="xl">
          {mistake === null ? empty : mistake.message}
        </Text>
      ) : (
        <div className={classes.drawn}>
          <TileContent name={name === '' ? 'Preview' : name} config={config} scope={scope} />
        </div>
      )}
    </section>
  );
}
