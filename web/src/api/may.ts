import type { RolePermission } from './stack.gen';
import type { Session } from './types';

type Action = Exclude<RolePermission['action'], 'manage'>;
type Subject = Exclude<RolePermission['subject'], 'all'>;

/** Something that may be done to things of a kind, as the server lists it. */
export type Right = `${Action}:${Subject}`;

/** What somebody may do in the team, so that a page offers nothing that is refused; the server enforces it. */
export interface May {
  (right: Right): boolean;
  /** Whether any telemetry can be read. */
  readsData: boolean;
  /** Whether telemetry can be found: it is read through sources. */
  searches: boolean;
  /** Whether the team has telemetry that can't be read. */
  isScoped: boolean;
  /** Whether the audit log can be read. */
  readsAudit: boolean;
}

/** What the person of a session may do; nobody may do nothing. */
export function mayOf(session: Session | null | undefined): May {
  const granted = new Set(session?.may.permissions);
  const may = (right: Right) => granted.has(right);
  const readsData = session?.may.readsData === true;
  return Object.assign(may, {
    readsData,
    searches: readsData && may('read:Source'),
    isScoped: session?.may.isScoped === true,
    readsAudit: session?.may.readsAudit === true,
  });
}
