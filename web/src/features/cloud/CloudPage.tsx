import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { Organization } from '../../api/cloud.gen';
import { NotRead } from '../../components/NotRead';
import { Frame } from '../parts/Frame';
import { Loaded } from '../parts/Loaded';
import { SectionLinks } from '../parts/SectionLinks';
import { ActivitySection } from './ActivitySection';
import { organizationQuery } from './calls';
import { EndpointsSection } from './EndpointsSection';
import { KeysSection } from './KeysSection';
import { MembersSection } from './MembersSection';
import { OverviewSection } from './OverviewSection';
import { seesCost, seesServices, type CloudMay } from './roles';
import { RolesSection } from './RolesSection';
import { ServiceDetail } from './ServiceDetail';
import { ServicesSection } from './ServicesSection';
import { UsageSection } from './UsageSection';
import { useCloudMay } from './useCloudMay';

/** Developers are told there who sees the cost. */
const seesUsage = (may: CloudMay) => seesServices(may) || seesCost(may);
const seesKeys = (may: CloudMay) => may('control-plane:organization:view-api-keys');
const seesActivity = (may: CloudMay) => may('control-plane:organization:view-activities');
const seesEndpoints = (may: CloudMay) => seesServices(may) && may('control-plane:service:view-private-endpoints');
const seesOverview = (may: CloudMay) =>
  seesServices(may) && seesKeys(may) && seesActivity(may) && may('control-plane:service:view-backups');

const sections = [
  { id: 'overview', name: 'Overview', thing: 'the overview', content: OverviewSection, isFor: seesOverview },
  { id: 'services', name: 'Services', thing: 'services', content: ServicesSection, isFor: seesServices },
  { id: 'keys', name: 'Keys', thing: 'keys', content: KeysSection, isFor: seesKeys },
  { id: 'members', name: 'Members', thing: 'members', content: MembersSection, isFor: () => true },
  { id: 'roles', name: 'Roles', thing: 'roles', content: RolesSection, isFor: () => true },
  {
    id: 'endpoints',
    name: 'Private endpoints',
    thing: 'private endpoints',
    content: EndpointsSection,
    isFor: seesEndpoints,
  },
  { id: 'usage', name: 'Usage cost', thing: 'usage cost', content: UsageSection, isFor: seesUsage },
  { id: 'activity', name: 'Activity', thing: 'activity', content: ActivitySection, isFor: seesActivity },
] as const;
const [overview, services, , members, , , usage] = sections;

/** The section that somebody begins with. */
function firstFor(may: CloudMay) {
  if (seesOverview(may)) return overview;
  if (seesServices(may)) return services;
  return seesCost(may) ? usage : members;
}

/** The console of the organization, with what the roles of the person let them see. */
export function CloudPage() {
  const { section, id } = useParams({ strict: false });
  const { refused }: Record<string, unknown> = useSearch({ strict: false });
  const isRefused = String(refused) === 'true';
  const organization = useQuery(organizationQuery);
  const may = useCloudMay();
  const open = sections.filter(({ isFor }) => isFor(may));
  // The console begins with what somebody sees; an address names what they wanted to see.
  const here = sections.find((one) => one.id === section) ?? firstFor(may);
  return (
    <Frame title="Cloud">
      <SectionLinks
        label="Cloud"
        links={open.map((one) => ({ name: one.name, to: linkTo(one.id), isHere: one.id === here.id }))}
      />
      {isRefused && !seesServices(may) && <Refused />}
      <Loaded query={organization} subject="The organization">
        {(found) =>
          here.isFor(may) ? contentOf(here, found, id) : <NotRead thing={here.thing} place="organization" />
        }
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
