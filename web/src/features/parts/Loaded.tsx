import { Box, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';

import { EmptyState } from '../../components/EmptyState';
import type { IconName } from '../../components/Icon';
import type { ViewQuery } from '../../components/useShown';
import { View } from '../../components/View';
import classes from './parts.module.css';

interface LoadedProps<Data> {
  query: ViewQuery<Data>;
  /** What is read, as the subject of a sentence: "The keys". */
  subject: string;
  /** Height of the skeleton. */
  height?: number;
  children: (data: Data) => ReactNode;
}

/** Shows a part of a page in its states, with a skeleton of the height that the part will have. */
export function Loaded<Data>({ query, subject, height = 160, children }: LoadedProps<Data>) {
  return (
    <View
      query={query}
      failure={`${subject} could not be loaded`}
      skeleton={<Skeleton h={height} role="status" aria-label={`${subject}: loading`} />}
    >
      {children}
    </View>
  );
}

interface EmptyProps {
  title: string;
  /** What to do next. */
  children: ReactNode;
  icon?: IconName;
  action?: ReactNode;
}

/** Stands where a list would: says why it is empty and what to do next. */
export function Empty(props: EmptyProps) {
  return (
    <Box className={classes.empty}>
      <EmptyState icon="open" {...props} />
    </Box>
  );
}
