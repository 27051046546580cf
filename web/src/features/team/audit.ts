import type { AuditChange, AuditRecord } from '../../api/stack.gen';
import type { Zone } from '../../time/format';
import { isoOf } from '../../time/typedPart';
import { dayOf, timeOf, type Day } from '../../time/wall';
import type { Difference } from '../parts/Changes';

/** What the audit log is narrowed to; an empty text narrows nothing. */
export interface AuditFilter {
  text: string;
  actor: string;
  operation: string;
  kind: string;
  subject: string;
  outcome: string;
  /** Days, as YYYY-MM-DD, of which the last is included. */
  since: string;
  until: string;
}

export type SubjectKind = AuditRecord['subject']['kind'];
export type Outcome = AuditRecord['outcome'];

/** The kinds of things that records are about, as people call them. */
export const kindNames: Record<SubjectKind, string> = {
  dashboard: 'Dashboard',
  alert: 'Alert',
  source: 'Source',
  connection: 'Connection',
  saved_search: 'Saved search',
  webhook: 'Webhook',
  delivery: 'Delivery',
  share_link: 'Share link',
  access_key: 'Access key',
  ingestion_key: 'Ingestion key',
  member: 'Member',
  invitation: 'Invitation',
  role: 'Role',
  retention: 'Data retention',
  session: 'Session',
  password_link: 'Password link',
  team: 'Team',
  service: 'Service',
  telemetry: 'Telemetry',
  request: 'Request',
};

export const outcomeNames: Record<Outcome, string> = { done: 'Done', refused: 'Refused' };

const doorNames: Record<AuditRecord['door'], string> = {
  stack_api: 'Stack API',
  managed_api: 'Cloud API',
  web: 'Web interface',
  cli: 'Command line',
  apply: 'Files (cairn apply)',
  system: 'Cairn',
};

export const filterNames = ['text', 'actor', 'operation', 'kind', 'subject', 'outcome', 'since', 'until'] as const;

/** The names of the filters in the address; `from` and `to` are the time range of telemetry. */
const addressNames: Record<(typeof filterNames)[number], string> = {
  text: 'q',
  actor: 'actor',
  operation: 'operation',
  kind: 'kind',
  subject: 'subject',
  outcome: 'outcome',
  since: 'since',
  until: 'until',
};

export const noFilter: AuditFilter = {
  text: '',
  actor: '',
  operation: '',
  kind: '',
  subject: '',
  outcome: '',
  since: '',
  until: '',
};

/** What an address narrows the log to; what it does not know is passed over. */
export function auditFilterIn(search: Record<string, unknown>): AuditFilter {
  const filter = { ...noFilter };
  for (const name of filterNames) filter[name] = textIn(search[addressNames[name]]);
  if (!Object.hasOwn(kindNames, filter.kind)) filter.kind = '';
  if (!Object.hasOwn(outcomeNames, filter.outcome)) filter.outcome = '';
  for (const name of ['since', 'until'] as const) if (dayIn(filter[name]) === null) filter[name] = '';
  return filter;
}

/** The day of a text such as 2026-11-01; null for one that is none. */
function dayIn(text: string): Day | null {
  const date = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  return date === null ? null : dayOf(Number(date[1]), Number(date[2]), Number(date[3]));
}

/** The record that the address goes on from; empty for the newest one. */
export function auditCursorIn(search: Record<string, unknown>): string {
  const cursor = textIn(search.before);
  return /^[0-9a-f]{24}$/.test(cursor) ? cursor : '';
}

/** The filter as the address has it. */
export function addressOfFilter(filter: AuditFilter): Record<string, string | undefined> {
  return Object.fromEntries(filterNames.map((name) => [addressNames[name], filter[name] || undefined]));
}

function textIn(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The filter as the API takes it; its days are those of a zone. */
export function auditAsked(filter: AuditFilter, zone: Zone) {
  const { text, actor, operation, kind, subject, outcome } = filter;
  const [since, until] = [dayIn(filter.since), dayIn(filter.until)];
  return {
    ...(text.trim() !== '' && { text: text.trim() }),
    ...(actor.trim() !== '' && { actor: actor.trim() }),
    ...(operation !== '' && { operation }),
    ...(kind !== '' && { subjectKind: kind as SubjectKind }),
    ...(subject !== '' && { subjectId: subject }),
    ...(outcome !== '' && { outcome: outcome as Outcome }),
    ...(since !== null && { from: isoOf(timeOf(since, zone)) }),
    ...(until !== null && { to: isoOf(timeOf(until + 1, zone)) }),
  };
}

/** An operation in words: `Update dashboard` is `updateDashboard`, or `updateStackDashboard` below a service. */
export function operationWords(operation: string): string {
  if (operation.startsWith('cairn ')) return operation;
  const words = operation
    .replace(/^([a-z]+)Stack(?=[A-Z])/, '$1')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What was done; a new installation is set up, and many refusals are told together, without an operation. */
export function whatWords({ operation, outcome }: Pick<AuditRecord, 'operation' | 'outcome'>): string {
  if (operation !== '') return operationWords(operation);
  return outcome === 'refused' ? 'Other requests' : 'Set up';
}

/** Who did it, as people know them. */
export function actorWords({ actor }: AuditRecord): string {
  const key = actor.keyName ?? actor.keyId;
  switch (actor.kind) {
    case 'person':
      return actor.name ?? actor.userId ?? 'Somebody';
    case 'access_key':
      return `${actor.name ?? actor.userId} (key ${key})`;
    case 'cloud_key':
      return `Cloud key ${key}`;
    case 'operator':
      return 'Operator of the server';
    case 'system':
      return 'Cairn';
  }
}

/** From where and how it came in. */
export function originWords({ actor, door }: AuditRecord): string {
  return actor.address === undefined ? doorNames[door] : `${doorNames[door]}, ${actor.address}`;
}

/** What became of the fields of a record, one by one. */
export function changesOf(record: AuditRecord): Difference[] {
  return record.changes.map(({ field, before, after }: AuditChange) => ({
    what: field,
    how: before === undefined ? 'added' : after === undefined ? 'removed' : 'changed',
    ...(before !== undefined && { before: valueText(before) }),
    ...(after !== undefined && { after: valueText(after) }),
  }));
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
