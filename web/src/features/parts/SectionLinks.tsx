import { Link } from '@tanstack/react-router';

import classes from './SectionLinks.module.css';

interface SectionLink {
  name: string;
  to: string;
  isHere: boolean;
}

/** The sections of a page, each with an address of its own. */
export function SectionLinks({ label, links }: { label: string; links: SectionLink[] }) {
  return (
    <nav aria-label={label} className={classes.links}>
      {links.map(({ name, to, isHere }) => (
        <Link key={to} to={to} className={classes.link} activeOptions={{ exact: true }} data-here={isHere || undefined}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
