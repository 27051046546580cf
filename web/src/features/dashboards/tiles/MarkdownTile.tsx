import { Markdown } from '../Markdown';
import type { Scope } from '../scope';
import type { ConfigOf } from '../types';
import { textWith } from '../variables';
import classes from './tiles.module.css';

interface MarkdownTileProps {
  name: string;
  config: ConfigOf<'markdown'>;
  scope: Scope;
}

/** Text that somebody wrote for the readers of the dashboard. */
export function MarkdownTile({ name, config, scope }: MarkdownTileProps) {
  return (
    // A region that scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.scroll} tabIndex={0} role="group" aria-label={name === '' ? 'Text' : name}>
      <Markdown
        text={config.markdown ?? ''}
        write={(text, isAddress) => textWith(text, scope, isAddress === true ? encodeURIComponent : undefined)}
      />
    </div>
  );
}
