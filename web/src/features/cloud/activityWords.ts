/** What happened, as people say it; types that are not here are shown as they are, with spaces. */
const words: Record<string, string> = {
  create_organization: 'Created the organization',
  organization_update_name: 'Renamed the organization',
  organization_update_private_endpoints: 'Changed the registered endpoints',
  organization_invite_create: 'Invited a member',
  organization_invite_delete: 'Revoked an invitation',
  organization_member_join: 'Joined the organization',
  organization_member_leave: 'Left the organization',
  organization_member_delete: 'Removed a member',
  organization_member_update_role: 'Changed a member’s role',
  organization_member_update_roles: 'Changed a member’s roles',
  organization_role_create: 'Created a role',
  organization_role_update: 'Changed a role',
  organization_role_delete: 'Deleted a role',
  user_login: 'Signed in',
  user_login_failed: 'Failed to sign in',
  user_logout: 'Signed out',
  key_create: 'Created a key',
  key_delete: 'Deleted a key',
  openapi_key_update: 'Changed a key',
  service_create: 'Created a service',
  service_start: 'Started a service',
  service_stop: 'Stopped a service',
  service_awaken: 'Woke a service',
  service_idle: 'A service went idle',
  service_running: 'A service is running',
  service_delete: 'Deleted a service',
  service_update_name: 'Renamed a service',
  service_update_ip_access_list: 'Changed a service’s IP access list',
  service_update_password: 'Reset a service’s password',
  service_update_private_endpoints: 'Changed a service’s private endpoints',
  service_update_backup_configuration: 'Changed a service’s backup schedule',
  service_backup_create: 'Asked for a backup of a service',
  service_backup_failed: 'A backup of a service failed',
  service_restore_backup: 'Restored a service from a backup',
  reverse_private_endpoint_create: 'Created a reverse private endpoint',
  reverse_private_endpoint_update: 'Changed a reverse private endpoint',
  reverse_private_endpoint_delete: 'Deleted a reverse private endpoint',
};

/** A type of the audit log in words. */
export function activityWords(type: string): string {
  const known = words[type];
  if (known !== undefined) return known;
  const plain = type.replaceAll('_', ' ');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** What changed, as lines of JSON; empty when nothing is known. */
export function changeText(before: unknown, after: unknown): string {
  const parts = [
    ['Before', before],
    ['After', after],
  ].filter(([, value]) => value !== undefined && value !== null);
  return parts.map(([name, value]) => `${String(name)}: ${JSON.stringify(value, null, 2)}`).join('\n');
}
