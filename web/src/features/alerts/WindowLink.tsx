import type { ReactNode } from 'react';

import type { Alert } from '../../api/stack.gen';
import { PageLink } from '../../components/PageLink';
import { windowOf, type GroupWindow } from './links';
import type { Watched } from './watched';

interface WindowLinkProps {
  alert: Alert;
  watched: Watched | null;
  window: GroupWindow;
  children: ReactNode;
}

/** The time of a window, which leads to what was there then. */
export function WindowLink({ alert, watched, window, children }: WindowLinkProps) {
  const place = watched === null ? null : windowOf(alert, watched, window);
  if (place === null) return children;
  return (
    <PageLink {...place} size="sm">
      {children}
    </PageLink>
  );
}
