import { Badge, Stack, Text } from '@mantine/core';

import type { Note } from '../../../api/stack.gen';
import classes from './NoteList.module.css';
import { groupsOf, looksOf, panelWords } from './notes';

/** What a dashboard of Grafana loses on its way here, panel by panel. */
export function NoteList({ notes }: { notes: Note[] }) {
  const looks = looksOf(notes);
  if (notes.length === 0) return <Text size="sm">Everything is imported.</Text>;
  return (
    // A long list is scrolled with keys, too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.list} role="group" aria-label="What is left out or different" tabIndex={0}>
      <Stack gap="sm">
        {groupsOf(notes).map(({ panel, notes: list }) => (
          <section key={panel}>
            <Text size="sm" fw={600} className={classes.words}>
              {panel === '' ? 'The dashboard' : panel}
            </Text>
            <ul className={classes.items}>
              {list.map(({ kind, path, message }) => (
                <li key={`${path} ${message}`}>
                  <Badge size="xs" variant="light" color={kind === 'left_out' ? 'red' : 'gray'} mr={6}>
                    {kind === 'left_out' ? 'Left out' : 'Changed'}
                  </Badge>
                  <span className={classes.words} title={path}>
                    {message}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {looks.length > 0 && (
          <section>
            <Text size="sm" fw={600}>
              Looks different
            </Text>
            <ul className={classes.items}>
              {looks.map(({ message, panels }) => (
                <li key={message} className={classes.words}>
                  {message}
                  {panels.length > 0 && (
                    <Text span size="xs" c="dimmed">
                      {` ${panelWords(panels)}`}
                    </Text>
                  )}
                </li>
              ))}
            </ul>
          </section>
        )}
      </Stack>
    </div>
  );
}
