import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { Organization } from '../../api/cloud.gen';
import { sessionQuery } from '../../api/queries';
import { Frame } from '../parts/Frame';
import { Loaded } from '../parts/Loaded';
import { SectionLinks } from '../parts/SectionLinks';
import { ActivitySection } from './ActivitySection';
import { organizationQuery } from './calls';
import { EndpointsSection } from './EndpointsSection';
import { KeysSection } from './KeysSection';
import { MembersSection } from './MembersSection';
import { OverviewSection } from './OverviewSection';
import { seesCost, seesServices, type MemberRole } from './roles';
import { ServiceDetail } from './ServiceDetail';
import { ServicesSection } from './ServicesSection';
import { UsageSection } from './UsageSection';

/** Developers are told there who sees the cost. */
const seesUsage = (role: MemberRole | undefined) => seesServices(role) || seesCost(role);

const sections = [
  { id: 'overview', name: 'Overview', content: OverviewSection, isFor: seesServices },
  { id: 'services', name: 'Services', content: ServicesSection, isFor: seesServices },
  { id: 'keys', name: 'Keys', content: KeysSection, isFor: seesServices },
  { id: 'members', name: 'Members', content: MembersSection, isFor: () => true },
  { id: 'endpoints', name: 'Private endpoints', content: EndpointsSection, isFor: seesServices },
  { id: 'usage', name: 'Usage cost', content: UsageSection, isFor: seesUsage },
  { id: 'activity', name: 'Activity', content: ActivitySection, isFor: seesServices },
] as const;
const [overview, , , members, , usage] = sections;

/** The section that a role begins with. */
function firstFor(role: MemberRole | undefined) {
  if (seesServices(role)) return overview;
  return seesCost(role) ? usage : members;
}

/** The console of the organization: for the role billing, its members and the cost alone; for the role member, its members. */
export function CloudPage() {
  const { section, id } = useParams({ strict: false });
  const { refused }: Record<string, unknown> = useSearch({ strict: false });
  const isRefused = String(refused) === 'true';
  const organization = useQuery(organizationQuery);
  const role = useQuery(sessionQuery).data?.role;
  const open = sections.filter(({ isFor }) => isFor(role));
  const here = open.find((one) => one.id === section) ?? firstFor(role);
  return (
    <Frame title="Cloud">
      <SectionLinks
        label="Cloud"
        links={open.map((one) => ({ name: one.name, to: linkTo(one.id), isHere: one.id === here.id }))}
      />
      {isRefused && !seesServices(role) && <Refused />}
      <Loaded query={organization} subject="The organization">
        {(found) => contentOf(here, found, id)}
      </Loaded>
    </Frame>
  );
}

/** Why a link to telemetry led here. */
function Refused() {
  return (
    <Text size="sm" role="status">
      Your role does not see telemetry. Ask an admin of the organization for the developer role.
    </Text>
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
