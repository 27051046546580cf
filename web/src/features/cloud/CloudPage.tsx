import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { Organization } from '../../api/cloud.gen';
import { Frame } from '../parts/Frame';
import { Loaded } from '../parts/Loaded';
import { SectionLinks } from '../parts/SectionLinks';
import { ActivitySection } from './ActivitySection';
import { organizationQuery } from './calls';
import { EndpointsSection } from './EndpointsSection';
import { KeysSection } from './KeysSection';
import { MembersSection } from './MembersSection';
import { OverviewSection } from './OverviewSection';
import { ServiceDetail } from './ServiceDetail';
import { ServicesSection } from './ServicesSection';
import { UsageSection } from './UsageSection';

const sections = [
  { id: 'overview', name: 'Overview', content: OverviewSection },
  { id: 'services', name: 'Services', content: ServicesSection },
  { id: 'keys', name: 'Keys', content: KeysSection },
  { id: 'members', name: 'Members', content: MembersSection },
  { id: 'endpoints', name: 'Private endpoints', content: EndpointsSection },
  { id: 'usage', name: 'Usage cost', content: UsageSection },
  { id: 'activity', name: 'Activity', content: ActivitySection },
] as const;

/** The console of the organization. */
export function CloudPage() {
  const { section, id } = useParams({ strict: false });
  const organization = useQuery(organizationQuery);
  const here = sections.find((one) => one.id === section) ?? sections[0];
  return (
    <Frame title="Cloud">
      <SectionLinks label="Cloud" links={sections.map((one) => ({ name: one.name, to: linkTo(one.id), isHere: one.id === here.id }))} />
      <Loaded query={organization} subject="The organization">
        {(found) => contentOf(here, found, id)}
      </Loaded>
    </Frame>
  );
}

function linkTo(section: string): string {
  return section === 'overview' ? '/cloud' : `/cloud/${section}`;
}

function contentOf(section: (typeof sections)[number], organization: Organization, id: string | undefined): ReactNode {
  if (section.id === 'services' && id !== undefined) return <ServiceDetail organization={organization} id={id} />;
  const Content = section.content;
  return <Content organization={organization} />;
}
