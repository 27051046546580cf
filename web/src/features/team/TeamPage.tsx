import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';

import { sessionQuery } from '../../api/queries';
import { usesStack } from '../../api/roles';
import { Frame } from '../parts/Frame';
import { SectionLinks } from '../parts/SectionLinks';
import { ConnectionsSection } from './ConnectionsSection';
import { KeysSection } from './KeysSection';
import { MembersSection } from './MembersSection';
import { RetentionSection } from './RetentionSection';
import { SourcesSection } from './SourcesSection';
import { WebhooksSection } from './WebhooksSection';

const sections = [
  { id: 'keys', name: 'API keys', content: KeysSection, isForStack: false },
  { id: 'members', name: 'Members', content: MembersSection, isForStack: false },
  { id: 'webhooks', name: 'Webhooks', content: WebhooksSection, isForStack: true },
  { id: 'sources', name: 'Sources', content: SourcesSection, isForStack: true },
  { id: 'connections', name: 'Connections', content: ConnectionsSection, isForStack: true },
  { id: 'retention', name: 'Data retention', content: RetentionSection, isForStack: true },
] as const;

/** Where the team is arranged: its keys, its people, and what it reads from and tells to. */
export function TeamPage() {
  const { section } = useParams({ strict: false });
  const isInStack = usesStack(useQuery(sessionQuery).data?.role);
  const open = sections.filter((one) => isInStack || !one.isForStack);
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
