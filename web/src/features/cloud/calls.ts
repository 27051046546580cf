import { queryOptions } from '@tanstack/react-query';

import type {
  AcceptInputBody,
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
  ReverseBody,
  ReversePrivateEndpoint,
  Service,
  ServiceBody,
  ServicePatch,
  UpdateMemberInputBody,
} from '../../api/cloud.gen';
import { change, create, download, read, remove } from '../../api/client';
import { isBusy } from './states';

/** How often something on its way is asked for, and something that rests. */
const busyMs = 2000;
const restingMs = 15_000;

export const organizationQuery = queryOptions({
  queryKey: ['cloud', 'organization'],
  queryFn: async () => {
    const [first] = await read('/v1/organizations');
    if (first === undefined) throw new Error('You are not a member of an organization. Ask an admin to invite you.');
    return first;
  },
});

export function servicesQuery(organization: string) {
  return queryOptions({
    queryKey: ['cloud', organization, 'services'],
    queryFn: () => read('/v1/organizations/{organizationId}/services', { path: { organizationId: organization } }),
    refetchInterval: ({ state }) => (state.data?.some((service) => isBusy(service.state)) ? busyMs : restingMs),
  });
}

export function serviceQuery(organization: string, id: string) {
  return queryOptions({
    queryKey: ['cloud', organization, 'services', id],
    queryFn: () =>
      read('/v1/organizations/{organizationId}/services/{serviceId}', {
        path: { organizationId: organization, serviceId: id },
      }),
    refetchInterval: ({ state }) => (state.data !== undefined && isBusy(state.data.state) ? busyMs : restingMs),
  });
}

export function keysQuery(organization: string) {
  return queryOptions({
    queryKey: ['cloud', organization, 'keys'],
    queryFn: () => read('/v1/organizations/{organizationId}/keys', { path: { organizationId: organization } }),
  });
}

export function membersQuery(organization: string) {
  return queryOptions({
    queryKey: ['cloud', organization, 'members'],
    queryFn: () => read('/v1/organizations/{organizationId}/members', { path: { organizationId: organization } }),
  });
}

export function invitationsQuery(organization: string) {
  return queryOptions({
    queryKey: ['cloud', organization, 'invitations'],
    queryFn: () => read('/v1/organizations/{organizationId}/invitations', { path: { organizationId: organization } }),
  });
}

export function endpointConfigQuery(organization: string, service: string) {
  return queryOptions({
    queryKey: ['cloud', organization, 'services', service, 'private-endpoint-config'],
    queryFn: () =>
      read('/v1/organizations/{organizationId}/services/{serviceId}/privateEndpointConfig', {
        path: { organizationId: organization, serviceId: service },
      }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function reverseQuery(organization: string, service: string) {
  return queryOptions({
    queryKey: ['cloud', organization, 'services', service, 'reverse'],
    queryFn: () =>
      read('/v1/organizations/{organizationId}/services/{serviceId}/pipesReversePrivateEndpoints', {
        path: { organizationId: organization, serviceId: service },
      }),
    refetchInterval: ({ state }) =>
      state.data?.some((one) => ['Provisioning', 'Deleting', 'PendingAcceptance'].includes(one.status))
        ? busyMs
        : restingMs,
  });
}

export function usageCostQuery(organization: string, from: string, to: string) {
  return queryOptions({
    queryKey: ['cloud', organization, 'usage-cost', from, to],
    queryFn: () =>
      read('/v1/organizations/{organizationId}/usageCost', {
        path: { organizationId: organization },
        query: { from_date: from, to_date: to },
      }),
    placeholderData: (before) => before,
  });
}

/** Reads a report as comma-separated values. */
export function downloadUsageCost(organization: string, from: string, to: string): Promise<Blob> {
  return download('/v1/organizations/{organizationId}/usageCost', {
    path: { organizationId: organization },
    query: { from_date: from, to_date: to },
    accept: 'text/csv',
  });
}

export function activitiesQuery(organization: string, limit: number) {
  return queryOptions({
    queryKey: ['cloud', organization, 'activities', limit],
    queryFn: () =>
      read('/v1/organizations/{organizationId}/activities', {
        path: { organizationId: organization },
        query: { limit },
      }),
    placeholderData: (before) => before,
  });
}

/** Changes the organization; without force a change that closes the last way into a service is refused. */
export function changeOrganization(
  organization: string,
  body: OrganizationPatch,
  force = false,
): Promise<Organization> {
  return change('/v1/organizations/{organizationId}', {
    path: { organizationId: organization },
    query: { force },
    body,
  });
}

export function changeRoles(organization: string, userId: string, body: UpdateMemberInputBody): Promise<Member> {
  return change('/v1/organizations/{organizationId}/members/{userId}', {
    path: { organizationId: organization, userId },
    body,
  });
}

export function removeMember(organization: string, userId: string): Promise<void> {
  return remove('/v1/organizations/{organizationId}/members/{userId}', {
    path: { organizationId: organization, userId },
  });
}

/** Invites somebody; the address of the invitation is in the answer and nowhere after. */
export function invite(organization: string, body: CreateInvitationInputBody): Promise<Invitation> {
  return create('/v1/organizations/{organizationId}/invitations', { path: { organizationId: organization }, body });
}

export function uninvite(organization: string, id: string): Promise<void> {
  return remove('/v1/organizations/{organizationId}/invitations/{invitationId}', {
    path: { organizationId: organization, invitationId: id },
  });
}

/** Accepts an invitation, with the password of the account that the invited address has or of the one that this makes. */
export function joinOrganization(joining: AcceptInputBody): Promise<Member> {
  return create('/v1/invitations/accept', { body: joining });
}

/** Makes a service; the password of its first user is in the answer and nowhere after. */
export function createService(organization: string, body: ServiceBody): Promise<NewService> {
  return create('/v1/organizations/{organizationId}/services', { path: { organizationId: organization }, body });
}

/** Changes a service; without force a change that locks out its author is refused. */
export function changeService(organization: string, id: string, body: ServicePatch, force = false): Promise<Service> {
  return change('/v1/organizations/{organizationId}/services/{serviceId}', {
    path: { organizationId: organization, serviceId: id },
    query: { force },
    body,
  });
}

export function commandService(
  organization: string,
  id: string,
  command: 'start' | 'stop' | 'awake',
): Promise<Service> {
  return change('/v1/organizations/{organizationId}/services/{serviceId}/state', {
    path: { organizationId: organization, serviceId: id },
    body: { command },
  });
}

/** Gives a service a new password, which is in the answer and nowhere after. */
export function renewPassword(organization: string, id: string): Promise<NewPassword> {
  return change('/v1/organizations/{organizationId}/services/{serviceId}/password', {
    path: { organizationId: organization, serviceId: id },
    body: {},
  });
}

export function deleteService(organization: string, id: string): Promise<void> {
  return remove('/v1/organizations/{organizationId}/services/{serviceId}', {
    path: { organizationId: organization, serviceId: id },
  });
}

/** Makes a key; its id and secret are in the answer and nowhere after. */
export function createKey(organization: string, body: KeyBody): Promise<NewKey> {
  return create('/v1/organizations/{organizationId}/keys', { path: { organizationId: organization }, body });
}

export function switchKey(organization: string, id: string, state: Key['state']): Promise<Key> {
  return change('/v1/organizations/{organizationId}/keys/{keyId}', {
    path: { organizationId: organization, keyId: id },
    body: { state },
  });
}

export function deleteKey(organization: string, id: string): Promise<void> {
  return remove('/v1/organizations/{organizationId}/keys/{keyId}', {
    path: { organizationId: organization, keyId: id },
  });
}

export function attachEndpoint(
  organization: string,
  service: string,
  id: string,
  description: string,
): Promise<PrivateEndpoint> {
  return create('/v1/organizations/{organizationId}/services/{serviceId}/privateEndpoint', {
    path: { organizationId: organization, serviceId: service },
    body: { id, description },
  });
}

export function createReverse(
  organization: string,
  service: string,
  body: ReverseBody,
): Promise<ReversePrivateEndpoint> {
  return create('/v1/organizations/{organizationId}/services/{serviceId}/pipesReversePrivateEndpoints', {
    path: { organizationId: organization, serviceId: service },
    body,
  });
}

export function deleteReverse(organization: string, service: string, id: string): Promise<void> {
  return remove(
    '/v1/organizations/{organizationId}/services/{serviceId}/pipesReversePrivateEndpoints/{reversePrivateEndpointId}',
    { path: { organizationId: organization, serviceId: service, reversePrivateEndpointId: id } },
  );
}
