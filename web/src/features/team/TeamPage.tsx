import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ComponentType } from 'react';

import { sessionQuery } from '../../api/queries';
import { managesTeams } from '../../api/roles';
import { useMay } from '../../api/useMay';
import { EmptyState } from '../../components/EmptyState';
import { NotRead } from '../../components/NotRead';
import { Frame } from '../parts/Frame';
import { SectionLinks } from '../parts/SectionLinks';
import { AuditSection } from './AuditSection';
import { ConnectionsSection } from './ConnectionsSection';
import { GeneralSection } from './GeneralSection';
import { KeysSection } from './KeysSection';
import { MembersSection } from './MembersSection';
import { RetentionSection } from './RetentionSection';
import { RolesSection } from './RolesSection';
import { openSection, type Opened, type SectionId } from './sections';
import { SourcesSection } from './SourcesSection';
import { WebhooksSection } from './WebhooksSection';

const contents: Record<SectionId, ComponentType> = {
  keys: KeysSection,
  members: MembersSection,
  roles: RolesSection,
  webhooks: WebhooksSection,
  sources: SourcesSection,
  connections: ConnectionsSection,
  retention: RetentionSection,
  audit: AuditSection,
  general: GeneralSection,
};

/** Where the team is arranged: its keys, its people, and what it reads from and tells to. */
export function TeamPage() {
  const { section } = useParams({ strict: false });
  const session = useQuery({ ...sessionQuery, enabled: false }).data;
  const opened = openSection(section, useMay(), managesTeams(session));
  return (
    <Frame title="Team settings">
      <SectionLinks
        label="Team settings"
        links={opened.open.map(({ id, name }) => ({ name, to: `/team/${id}`, isHere: id === opened.asked?.id }))}
      />
      <Content {...opened} />
    </Frame>
  );
}

function Content({ asked, isRefused }: Opened) {
  if (asked === null)
    return (
      <EmptyState title="There is no such section" icon="search">
        Choose one of the sections above.
      </EmptyState>
    );
  if (isRefused) return <NotRead thing={asked.thing} />;
  const Section = contents[asked.id];
  return <Section />;
}
