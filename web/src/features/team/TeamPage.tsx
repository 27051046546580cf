import { useParams } from '@tanstack/react-router';
import type { ComponentType } from 'react';

import type { Right } from '../../api/may';
import { useMay } from '../../api/useMay';
import { Frame } from '../parts/Frame';
import { SectionLinks } from '../parts/SectionLinks';
import { AuditSection } from './AuditSection';
import { ConnectionsSection } from './ConnectionsSection';
import { KeysSection } from './KeysSection';
import { MembersSection } from './MembersSection';
import { RetentionSection } from './RetentionSection';
import { RolesSection } from './RolesSection';
import { SourcesSection } from './SourcesSection';
import { WebhooksSection } from './WebhooksSection';

interface TeamSection {
  id: string;
  name: string;
  content: ComponentType;
  /** What it takes to see it; everybody has keys of their own. */
  needs?: Right;
}

const keys: TeamSection = { id: 'keys', name: 'API keys', content: KeysSection };
const sections: TeamSection[] = [
  keys,
  { id: 'members', name: 'Members', content: MembersSection, needs: 'read:User' },
  { id: 'roles', name: 'Roles', content: RolesSection, needs: 'read:Role' },
  { id: 'webhooks', name: 'Webhooks', content: WebhooksSection, needs: 'read:Webhook' },
  { id: 'sources', name: 'Sources', content: SourcesSection, needs: 'read:Source' },
  { id: 'connections', name: 'Connections', content: ConnectionsSection, needs: 'read:Connection' },
  { id: 'retention', name: 'Data retention', content: RetentionSection, needs: 'read:Connection' },
  { id: 'audit', name: 'Audit', content: AuditSection, needs: 'update:Team' },
];

/** Where the team is arranged: its keys, its people, and what it reads from and tells to. */
export function TeamPage() {
  const { section } = useParams({ strict: false });
  const may = useMay();
  const open = sections.filter(({ needs }) => needs === undefined || may(needs));
  const shown = open.find((one) => one.id === section) ?? keys;
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
