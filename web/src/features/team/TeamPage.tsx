import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { sessionQuery } from '../../api/queries';
import { managesPeople, usesStack } from '../../api/roles';
import { Frame } from '../parts/Frame';
import { SectionLinks } from '../parts/SectionLinks';
import { AuditSection } from './AuditSection';
import { ConnectionsSection } from './ConnectionsSection';
import { KeysSection } from './KeysSection';
import { MembersSection } from './MembersSection';
import { RetentionSection } from './RetentionSection';
import { SourcesSection } from './SourcesSection';
import { WebhooksSection } from './WebhooksSection';

interface TeamSection {
  id: string;
  name: string;
  content: () => ReactNode;
  isForStack: boolean;
  isForAdmins?: boolean;
}

const sections: [TeamSection, ...TeamSection[]] = [
  { id: 'keys', name: 'API keys', content: KeysSection, isForStack: false },
  { id: 'members', name: 'Members', content: MembersSection, isForStack: false },
  { id: 'webhooks', name: 'Webhooks', content: WebhooksSection, isForStack: true },
  { id: 'sources', name: 'Sources', content: SourcesSection, isForStack: true },
  { id: 'connections', name: 'Connections', content: ConnectionsSection, isForStack: true },
  { id: 'retention', name: 'Data retention', content: RetentionSection, isForStack: true },
  { id: 'audit', name: 'Audit', content: AuditSection, isForStack: true, isForAdmins: true },
];

/** Where the team is arranged: its keys, its people, and what it reads from and tells to. */
export function TeamPage() {
  const { section } = useParams({ strict: false });
  const session = useQuery(sessionQuery).data;
  const open = sections.filter(
    (one) => (usesStack(session) || !one.isForStack) && (managesPeople(session) || one.isForAdmins !== true),
  );
  const shown = open.find((one) => one.id === section) ?? sections[0];
  const Content = shown.content;
  return (
    <Frame title="Team settings">
      <SectionLinks
        label="Team settings"
        links={open.map(({ id, name }) => ({ name, to: `/team/${id}`, isHere: id === shown.id }))}
      />
      <Content />
    </Frame>
  );
}
