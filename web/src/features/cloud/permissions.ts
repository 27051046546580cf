import type { OrganizationRole, PolicyBody, RolePolicy } from '../../api/cloud.gen';

/** The permissions that act on the organization, in words. */
export const organizationPermissions = {
  'control-plane:organization:view': 'View the organization, its members and roles',
  'control-plane:organization:manage': 'Manage the organization, its members and roles',
  'control-plane:organization:view-activities': 'View the activity',
  'control-plane:organization:view-billing': 'View the usage cost',
  'control-plane:organization:view-api-keys': 'View keys',
  'control-plane:organization:create-api-keys': 'Create keys',
  'control-plane:organization:update-api-keys': 'Change keys',
  'control-plane:organization:delete-api-keys': 'Delete keys',
} as const;

/** The permissions that act on services, in words. */
export const servicePermissions = {
  'control-plane:service:view': 'View services',
  'control-plane:service:manage': 'Manage services',
  'control-plane:service:manage-scaling-config': 'Scale services',
  'control-plane:service:manage-ip-access-list': 'Manage IP access lists',
  'control-plane:service:view-backups': 'View backups',
  'control-plane:service:manage-backups': 'Manage backups',
  'control-plane:service:view-private-endpoints': 'View private endpoints',
  'control-plane:service:manage-private-endpoints': 'Manage private endpoints',
  'control-plane:service:manage-clickpipes': 'Manage reverse private endpoints',
  'control-plane:service:view-query-api-endpoints': 'View query endpoints',
  'control-plane:service:manage-query-api-endpoints': 'Manage query endpoints',
  'control-plane:service:manage-clickstack-api': 'Use the stack as Member',
  'sql-console:database:access': 'Query the database, and read in the stack',
} as const;

export type Permission = keyof typeof organizationPermissions | keyof typeof servicePermissions;

/** A role as it is edited. */
export interface RoleForm {
  name: string;
  organization: string[];
  service: string[];
  /** The ids of services; null for all of them. */
  services: string[] | null;
  actors: string[];
  /** Policies that the form does not show; they are kept. */
  others: PolicyBody[];
}

export const emptyForm: RoleForm = { name: '', organization: [], service: [], services: null, actors: [], others: [] };

const everyService = 'instance/*';

/** The form of a role: the first policy of each kind that allows something, and the rest as it is. */
export function formOf(role: OrganizationRole): RoleForm {
  const organization = role.policies.find((policy) => isShown(policy) && !isOnServices(policy));
  const service = role.policies.find((policy) => isShown(policy) && isOnServices(policy));
  return {
    name: role.name,
    organization: organization?.permissions ?? [],
    service: service?.permissions ?? [],
    services: service === undefined || service.resources.includes(everyService) ? null : service.resources.map(idOf),
    actors: role.actors,
    others: role.policies.filter((policy) => policy !== organization && policy !== service).map(bodyOf),
  };
}

function isShown({ allowDeny, tags }: RolePolicy): boolean {
  return allowDeny === 'ALLOW' && tags === undefined;
}

function isOnServices({ resources }: RolePolicy): boolean {
  return resources.some((resource) => resource.startsWith('instance/'));
}

function idOf(resource: string): string {
  return resource.slice('instance/'.length);
}

function bodyOf({ allowDeny, permissions, resources, tags }: RolePolicy): PolicyBody {
  return { allowDeny, permissions, resources, ...(tags !== undefined && { tags }) };
}

/** The policies that a form stands for. */
export function policiesOf(form: RoleForm, organization: string): PolicyBody[] {
  const services = form.services?.map((id) => `instance/${id}`) ?? [everyService];
  return [
    ...allowing(form.organization, [`organization/${organization}`]),
    ...allowing(form.service, services),
    ...form.others,
  ];
}

function allowing(permissions: string[], resources: string[]): PolicyBody[] {
  return permissions.length === 0 ? [] : [{ allowDeny: 'ALLOW', permissions, resources }];
}

/** Says whether a form can be saved. */
export function isReady({ name, service, services }: RoleForm): boolean {
  return name.trim() !== '' && (service.length === 0 || services === null || services.length > 0);
}
