import { Stack, Text } from '@mantine/core';

import classes from './Changes.module.css';

/** One thing in which two versions differ. */
export interface Difference {
  what: string;
  /** In words: `added`, `moved and resized`, `changed: condition, group by`. */
  how: string;
  /** What it was and what it is, where that can be shown. */
  before?: string;
  after?: string;
}

/** What was changed, in words, with the values where they are known. */
export function Changes({ title, changes }: { title: string; changes: Difference[] }) {
  return (
    <Stack gap="xs" component="section" aria-label={title}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      {changes.length === 0 && (
        <Text size="sm" c="dimmed">
          No visible changes
        </Text>
      )}
      {changes.map((change) => (
        <Change key={`${change.what} ${change.how}`} {...change} />
      ))}
    </Stack>
  );
}

function Change({ what, how, before, after }: Difference) {
  return (
    <div>
      <Text size="sm">
        {what}{' '}
        <Text span inherit c="dimmed">
          {how}
        </Text>
      </Text>
      {before !== undefined && <del className={classes.value}>{before}</del>}
      {after !== undefined && <ins className={classes.value}>{after}</ins>}
    </div>
  );
}
