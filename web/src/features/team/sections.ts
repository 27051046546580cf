import type { May, Right } from '../../api/may';

/** What it takes to see a section: a right, the whole team, or the organization that owns it. */
type Need = Right | 'audit' | 'organization';

/** A section of the team settings. */
export interface TeamSection {
  id: SectionId;
  name: string;
  /** What it takes to see it; everybody has keys of their own. */
  needs?: Need;
  /** What somebody does not read who may not see it. */
  thing: string;
}

export type SectionId =
  | 'keys'
  | 'members'
  | 'roles'
  | 'webhooks'
  | 'sources'
  | 'connections'
  | 'retention'
  | 'audit'
  | 'general';

export const teamSections: TeamSection[] = [
  { id: 'keys', name: 'API keys', thing: 'keys' },
  { id: 'members', name: 'Members', needs: 'read:User', thing: 'members' },
  { id: 'roles', name: 'Roles', needs: 'read:Role', thing: 'roles' },
  { id: 'webhooks', name: 'Webhooks', needs: 'read:Webhook', thing: 'webhooks' },
  { id: 'sources', name: 'Sources', needs: 'read:Source', thing: 'sources' },
  { id: 'connections', name: 'Connections', needs: 'read:Connection', thing: 'connections' },
  { id: 'retention', name: 'Data retention', needs: 'read:Connection', thing: 'the data retention' },
  { id: 'audit', name: 'Audit', needs: 'audit', thing: 'the audit log' },
  { id: 'general', name: 'General', needs: 'organization', thing: 'the settings of the organization' },
];

/** What an address of the team settings shows. */
export interface Opened {
  /** The sections that somebody may see. */
  open: TeamSection[];
  /** The one of the address; null: there is none with the name. */
  asked: TeamSection | null;
  isRefused: boolean;
}

/** Finds the section of an address, for somebody who may see some of them. */
export function openSection(id: string | undefined, may: May, managesTeams: boolean): Opened {
  const has = ({ needs }: TeamSection) => {
    if (needs === undefined) return true;
    if (needs === 'organization') return managesTeams;
    return needs === 'audit' ? may.readsAudit : may(needs);
  };
  const asked = teamSections.find((one) => one.id === (id ?? 'keys')) ?? null;
  return { open: teamSections.filter(has), asked, isRefused: asked !== null && !has(asked) };
}
