import { Markdown } from '../Markdown';
import type { ConfigOf } from '../types';
import classes from './tiles.module.css';

/** Text that somebody wrote for the readers of the dashboard. */
export function MarkdownTile({ name, config }: { name: string; config: ConfigOf<'markdown'> }) {
  return (
    // A region that scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={name === '' ? 'Text' : name}>
      <Markdown text={config.markdown ?? ''} />
    </div>
  );
}
