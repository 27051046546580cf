import { queryOptions } from '@tanstack/react-query';

import type {
  AcceptInputBody,
  Activity,
  CreateInvitationInputBody,
  Invitation,
  Key,
  KeyBody,
  Member,
  NewKey,
  NewPassword,
  NewService,
  Organization,
  OrganizationPatch,
  PrivateEndpoint,
  PrivateEndpointConfig,
  ReverseBody,
  ReversePrivateEndpoint,
  Service,
  ServiceBody,
  ServicePatch,
  UsageCost,
} from '../../api/cloud.gen';
import { create, exchange, read, remove } from '../../api/records';
import { isBusy } from './states';

/** How often something on its way is asked for, and something that rests. */
const busyMs = 2000;
const restingMs = 15_000;

const root = '/v1/organizations';

export const organizationQuery = queryOptions({
  queryKey: ['cloud', 'organization'],
  queryFn: async () => {
    const [first] = await read<Organization[]>(root);
    if (first === undefined) throw new Error('You belong to no organization. Ask one of its admins to invite you.');
    return first;
  },
});

export function servicesQuery(organization: string) {
  return queryOptions({
    queryKey: ['cloud', organization, 'services'],
    queryFn: () => read<Service[]>(`${root}/${organization}/services`),
    refetchInterval: ({ state }) => (state.data?.some((service) => isBusy(service.state)) ? busyMs : restingMs),
  });
}

export function serviceQuery(organization: string, id: string) {
  return queryOptions({
    queryKey: ['cloud', organization, 'services', id],
    queryFn: () => read<Service>(`${root}/${organization}/services/${id}`),
    refetchInterval: ({ state }) => (state.data !== undefined && isBusy(state.data.state) ? busyMs : restingMs),
  });
}

export function keysQuery(organization: string) {
  return queryOptions({
    queryKey: ['cloud', organization, 'keys'],
    queryFn: () => read<Key[]>(`${root}/${organization}/keys`),
  });
}

export function membersQuery(organization: string) {
  return queryOptions({
    queryKey: ['cloud', organization, 'members'],
    queryFn: () => read<Member[]>(`${root}/${organization}/members`),
  });
}

export function invitationsQuery(organization: string) {
  return queryOptions({
    queryKey: ['cloud', organization, 'invitations'],
    queryFn: () => read<Invitation[]>(`${root}/${organization}/invitations`),
  });
}

export function endpointConfigQuery(organization: string, service: string) {
  return queryOptions({
    queryKey: ['cloud', organization, 'services', service, 'private-endpoint-config'],
    queryFn: () => read<PrivateEndpointConfig>(`${root}/${organization}/services/${service}/privateEndpointConfig`),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function reverseQuery(organization: string, service: string) {
  return queryOptions({
    queryKey: ['cloud', organization, 'services', service, 'reverse'],
    queryFn: () =>
      read<ReversePrivateEndpoint[]>(`${root}/${organization}/services/${service}/pipesReversePrivateEndpoints`),
    refetchInterval: ({ state }) =>
      state.data?.some((one) => ['Provisioning', 'Deleting', 'PendingAcceptance'].includes(one.status))
        ? busyMs
        : restingMs,
  });
}

export function usageCostQuery(organization: string, from: string, to: string) {
  return queryOptions({
    queryKey: ['cloud', organization, 'usage-cost', from, to],
    queryFn: () => read<UsageCost>(usageCostPath(organization, from, to)),
    placeholderData: (before) => before,
  });
}

/** Where a report is; with `Accept: text/csv` it comes as a table. */
export function usageCostPath(organization: string, from: string, to: string): string {
  return `${root}/${organization}/usageCost?from_date=${from}&to_date=${to}`;
}

export function activitiesQuery(organization: string, limit: number) {
  return queryOptions({
    queryKey: ['cloud', organization, 'activities', limit],
    queryFn: () => read<Activity[]>(`${root}/${organization}/activities?limit=${limit}`),
    placeholderData: (before) => before,
  });
}

export async function changeOrganization(organization: string, body: OrganizationPatch): Promise<Organization> {
  return (await exchange<Organization>('PATCH', `${root}/${organization}`, { body })).value;
}

export async function changeRole(organization: string, userId: string, role: Member['role']): Promise<Member> {
  return (await exchange<Member>('PATCH', `${root}/${organization}/members/${userId}`, { body: { role } })).value;
}

export function removeMember(organization: string, userId: string): Promise<void> {
  return remove(`${root}/${organization}/members/${userId}`);
}

/** Invites somebody; the address of the invitation is in the answer and nowhere after. */
export function invite(organization: string, body: CreateInvitationInputBody): Promise<Invitation> {
  return create(`${root}/${organization}/invitations`, body);
}

export function uninvite(organization: string, id: string): Promise<void> {
  return remove(`${root}/${organization}/invitations/${id}`);
}

/** Accepts an invitation, with the password of the account that the invited address has or of the one that this makes. */
export function joinOrganization(joining: AcceptInputBody): Promise<Member> {
  return create('/v1/invitations/accept', joining);
}

/** Makes a service; the password of its first user is in the answer and nowhere after. */
export function createService(organization: string, body: ServiceBody): Promise<NewService> {
  return create(`${root}/${organization}/services`, body);
}

export async function changeService(organization: string, id: string, body: ServicePatch): Promise<Service> {
  return (await exchange<Service>('PATCH', `${root}/${organization}/services/${id}`, { body })).value;
}

export async function commandService(
  organization: string,
  id: string,
  command: 'start' | 'stop' | 'awake',
): Promise<Service> {
  return (await exchange<Service>('PATCH', `${root}/${organization}/services/${id}/state`, { body: { command } }))
    .value;
}

/** Gives a service a new password, which is in the answer and nowhere after. */
export async function renewPassword(organization: string, id: string): Promise<NewPassword> {
  return (await exchange<NewPassword>('PATCH', `${root}/${organization}/services/${id}/password`, { body: {} })).value;
}

export function deleteService(organization: string, id: string): Promise<void> {
  return remove(`${root}/${organization}/services/${id}`);
}

/** Makes a key; its id and secret are in the answer and nowhere after. */
export function createKey(organization: string, body: KeyBody): Promise<NewKey> {
  return create(`${root}/${organization}/keys`, body);
}

export async function switchKey(organization: string, id: string, state: Key['state']): Promise<Key> {
  return (await exchange<Key>('PATCH', `${root}/${organization}/keys/${id}`, { body: { state } })).value;
}

export function deleteKey(organization: string, id: string): Promise<void> {
  return remove(`${root}/${organization}/keys/${id}`);
}

export function attachEndpoint(
  organization: string,
  service: string,
  id: string,
  description: string,
): Promise<PrivateEndpoint> {
  return create(`${root}/${organization}/services/${service}/privateEndpoint`, { id, description });
}

export function createReverse(
  organization: string,
  service: string,
  body: ReverseBody,
): Promise<ReversePrivateEndpoint> {
  return create(`${root}/${organization}/services/${service}/pipesReversePrivateEndpoints`, body);
}

export function deleteReverse(organization: string, service: string, id: string): Promise<void> {
  return remove(`${root}/${organization}/services/${service}/pipesReversePrivateEndpoints/${id}`);
}
