import type { ReactNode } from 'react';

import { EmptyState } from './EmptyState';

interface NotReadProps {
  /** What is not read, such as `the audit log`. */
  thing: string;
  /** Where the role is. */
  place?: 'team' | 'organization';
  /** Why; when absent, that the role does not include it. */
  children?: ReactNode;
}

/** What stands where somebody may not look. */
export function NotRead({ thing, place = 'team', children }: NotReadProps) {
  return (
    <EmptyState title={notReadTitle(thing)} icon="key">
      {children ?? `Your role in this ${place} includes no access to ${thing}.`} Ask an admin of the {place} if you need
      it.
    </EmptyState>
  );
}

export function notReadTitle(thing: string): string {
  return `Your role does not read ${thing}`;
}
