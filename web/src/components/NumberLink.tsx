import { PageLink } from './PageLink';
import classes from './NumberLink.module.css';

interface NumberLinkProps {
  /** What the number is: `Errors of payment`. */
  name: string;
  /** The number as it is written. */
  text: string;
  address: { to: string; search: Record<string, unknown> };
}

/** A number of a table that leads to what it counts. It looks like a number, as a column of links would shout. */
export function NumberLink({ name, text, address }: NumberLinkProps) {
  return (
    <PageLink {...address} aria-label={`${name}: ${text}`} className={classes.number} inherit>
      {text}
    </PageLink>
  );
}
