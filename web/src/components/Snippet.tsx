import { Box } from '@mantine/core';

import { CopyButton } from './CopyButton';
import classes from './Snippet.module.css';

interface SnippetProps {
  text: string;
  /** What the text is, for the button's name. */
  what: string;
}

/** Text to copy: a command, a configuration, a key. */
export function Snippet({ text, what }: SnippetProps) {
  return (
    <Box className={classes.snippet}>
      {/* A region that scrolls must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={classes.text} tabIndex={0} aria-label={what}>
        {text}
      </pre>
      <Box className={classes.button}>
        <CopyButton value={text} what={what} />
      </Box>
    </Box>
  );
}
