import { Box, Title } from '@mantine/core';
import type { ReactNode } from 'react';

import { MissingBanner } from './MissingShards';
import { lineOf } from './signs';
import { TelemetryText } from './TelemetryText';
import classes from './Page.module.css';

interface PageProps {
  title: string;
  /** Instead of the plain title: breadcrumbs, a name that can be edited. */
  heading?: ReactNode;
  /** Buttons at the right of the head. */
  actions?: ReactNode;
  /** The page fills the window and its parts scroll by themselves. */
  isFilling?: boolean;
  children: ReactNode;
}

/** The frame of a page inside of the shell: a head of one line, then the content. */
export function Page({ title, heading, actions, isFilling = false, children }: PageProps) {
  return (
    <Box className={classes.page} data-filling={isFilling || undefined}>
      <title>{`${lineOf(title)} · Cairn`}</title>
      <header className={classes.head}>
        <Box className={classes.heading}>
          {heading ?? (
            <Title order={1} size="h2" className={classes.title}>
              <TelemetryText text={title} isOneLine />
            </Title>
          )}
        </Box>
        <Box className={classes.actions}>{actions}</Box>
      </header>
      <MissingBanner />
      <Box className={classes.body}>{children}</Box>
    </Box>
  );
}
