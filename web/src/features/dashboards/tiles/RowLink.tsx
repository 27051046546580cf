import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import type { OnClick } from '../../../api/stack.gen';
import { sourcesQuery } from '../../../api/telemetry';
import { PageLink } from '../../../components/PageLink';
import { absoluteRange } from '../../../time/range';
import { dashboardsQuery } from '../calls';
import { destinationOf, type NamedRow } from '../click';
import type { Scope } from '../scope';

interface RowLinkProps {
  onClick: OnClick;
  row: NamedRow;
  scope: Scope;
  children: ReactNode;
}

/** A cell that leads where the tile says; plain text where that place does not exist. */
export function RowLink({ onClick, row, scope, children }: RowLinkProps) {
  const sources = useQuery(sourcesQuery).data ?? [];
  const dashboards = useQuery({ ...dashboardsQuery, enabled: onClick.type === 'dashboard' }).data ?? [];
  const range = absoluteRange(scope.span.start, scope.span.end);
  const destination = destinationOf(onClick, row, { sources, dashboards }, range);
  if (destination === null) return children;
  if ('to' in destination) return <PageLink {...destination}>{children}</PageLink>;
  return (
    <Anchor href={destination.href} target="_blank" rel="noreferrer">
      {children}
    </Anchor>
  );
}
