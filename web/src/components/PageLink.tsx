import { Anchor, type AnchorProps } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';

interface PageLinkProps extends AnchorProps {
  to: string;
  search?: Record<string, unknown>;
  onClick?: (event: MouseEvent) => void;
  children: ReactNode;
}

/** A link to another page. */
export function PageLink({ to, search = {}, ...props }: PageLinkProps) {
  return <Anchor {...props} renderRoot={(root) => <Link to={to} search={search as never} {...root} />} />;
}
