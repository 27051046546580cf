import { useParams } from '@tanstack/react-router';

import { Frame } from '../parts/Frame';
import { SectionLinks } from '../parts/SectionLinks';
import { ConnectionsSection } from './ConnectionsSection';
import { KeysSection } from './KeysSection';
import { MembersSection } from './MembersSection';
import { RetentionSection } from './RetentionSection';
import { SourcesSection } from './SourcesSection';
import { WebhooksSection } from './WebhooksSection';

const sections = [
  { id: 'keys', name: 'API keys', content: KeysSection },
  { id: 'members', name: 'Members', content: MembersSection },
  { id: 'webhooks', name: 'Webhooks', content: WebhooksSection },
  { id: 'sources', name: 'Sources', content: SourcesSection },
  { id: 'connections', name: 'Connections', content: ConnectionsSection },
  { id: 'retention', name: 'Data retention', content: RetentionSection },
] as const;

/** Where the team is arranged: its keys, its people, and what it reads from and tells to. */
export function TeamPage() {
  const { section } = useParams({ strict: false });
  const shown = sections.find((one) => one.id === section) ?? sections[0];
  const Content = shown.content;
  return (
    <Frame title="Team settings">
      <SectionLinks label="Team settings" links={sections.map(({ id, name }) => ({ name, to: `/team/${id}`, isHere: id === shown.id }))} />
      <Content />
    </Frame>
  );
}
