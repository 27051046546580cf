import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

import { Icon } from '../../components/Icon';
import classes from './alerts.module.css';

/** Warns that alerts are evaluated late, and so fire late. */
export function LateNotice({ children }: { children: ReactNode }) {
  return (
    <div className={classes.late} role="status">
      <Icon name="warning" />
      <Text size="sm">{children}</Text>
    </div>
  );
}
