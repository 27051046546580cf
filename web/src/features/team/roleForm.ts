import type { Role, RolePermission } from '../../api/stack.gen';
import type { Language } from '../../api/types';

/** What the matrix says of an action on a kind of things. */
export type Cell = 'none' | 'allow' | 'deny';

export const actions = ['create', 'read', 'update', 'delete'] as const;
export type Action = (typeof actions)[number];
export type Subject = RolePermission['subject'];

/** The rows of the matrix in its order, by the names that people know. */
export const subjectNames: Record<Subject, string> = {
  all: 'Everything',
  Dashboard: 'Dashboards',
  SavedSearch: 'Saved searches',
  Alert: 'Alerts',
  Webhook: 'Webhooks',
  Source: 'Sources',
  Connection: 'Connections',
  User: 'Members',
  Role: 'Roles',
  Team: 'Team settings',
  Notebook: 'Notebooks',
};
export const subjects = Object.keys(subjectNames) as Subject[];

type Row = Record<Action, Cell>;
export type Matrix = Record<Subject, Row>;

/** Which telemetry a role reads; more than one condition is kept with the other permissions. */
export interface DataAccess {
  rows: 'all' | 'none' | 'some';
  where: string;
  language: Language;
  /** Empty for all kinds of telemetry. */
  kind: string;
}

/** A role while it is edited. */
export interface RoleForm {
  name: string;
  description: string;
  matrix: Matrix;
  data: DataAccess;
  /** Permissions that neither the matrix nor the data can show, as JSON. */
  others: string;
}

export const noData: DataAccess = { rows: 'none', where: '', language: 'lucene', kind: '' };

/** A place in the form, for what the server finds wrong. */
export type Place = 'name' | 'description' | 'matrix' | 'data' | 'others';

type Permissions = RolePermission[];
/** Permissions and the places of the form that they came from. */
type Placed = { permission: RolePermission; place: Place }[];

/** The form of a role; of a new one without any. */
export function formOf(role: Pick<Role, 'name' | 'description' | 'permissions'> | null): RoleForm {
  const { plain, data, others } = sorted(role?.permissions ?? []);
  return {
    name: role?.name ?? '',
    description: role?.description ?? '',
    matrix: matrixOf(plain),
    data: data === undefined ? noData : dataOf(data),
    others: others.length === 0 ? '' : JSON.stringify(others, null, 2),
  };
}

/** What the matrix shows, the data that can be shown, and the rest. */
function sorted(permissions: Permissions) {
  const data = permissions.find(isPlainData);
  const plain = permissions.filter(isPlain);
  return { plain, data, others: permissions.filter((one) => one !== data && !isPlain(one)) };
}

function isPlain({ integration, fields = [], conditions = {} }: RolePermission): boolean {
  return integration !== 'clickhouse' && fields.length === 0 && Object.keys(conditions).length === 0;
}

function isPlainData({ integration, inverted = false, conditions = {} }: RolePermission): boolean {
  return integration === 'clickhouse' && !inverted && Object.entries(conditions).every(isKnownText);
}

function isKnownText([name, value]: [string, unknown]): boolean {
  return ['where', 'whereLanguage', 'kind'].includes(name) && typeof value === 'string';
}

function matrixOf(permissions: Permissions): Matrix {
  return eachSubject((subject) => rowOf(permissions.filter((one) => one.subject === subject)));
}

function eachSubject(make: (subject: Subject) => Row): Matrix {
  return Object.fromEntries(subjects.map((subject) => [subject, make(subject)])) as Matrix;
}

/** A denial wins, whatever the order. */
function rowOf(permissions: Permissions): Row {
  const cellOf = (action: Action): Cell => {
    const found = permissions.filter((one) => one.action === action || one.action === 'manage');
    if (found.some(({ inverted }) => inverted)) return 'deny';
    return found.length > 0 ? 'allow' : 'none';
  };
  return Object.fromEntries(actions.map((action) => [action, cellOf(action)])) as Row;
}

function dataOf({ conditions = {} }: RolePermission): DataAccess {
  const { where = '', whereLanguage, kind = '' } = conditions as { [name: string]: string };
  const language = whereLanguage === 'sql' ? 'sql' : 'lucene';
  return { rows: where === '' && kind === '' ? 'all' : 'some', where, language, kind };
}

/**
 * The permissions that a form stands for. What was not changed since the role
 * was read is written as it was, whatever there is in it.
 */
export function permissionsOf(form: RoleForm, before: Permissions): Placed {
  const { plain, data } = sorted(before);
  const rows = subjects.flatMap((subject) => {
    const kept = plain.filter((one) => one.subject === subject);
    return isSame(rowOf(kept), form.matrix[subject]) ? kept : written(subject, form.matrix[subject]);
  });
  return [
    ...placed('matrix', rows),
    ...placed('data', data !== undefined && isSame(dataOf(data), form.data) ? [data] : writtenData(form.data)),
    ...placed('others', parsed(form.others) ?? []),
  ];
}

function placed(place: Place, permissions: Permissions): Placed {
  return permissions.map((permission) => ({ permission, place }));
}

function isSame(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function written(subject: Subject, row: Row): Permissions {
  return (['allow', 'deny'] as const).flatMap((cell) => {
    const found = actions.filter((action) => row[action] === cell);
    return (found.length === actions.length ? (['manage'] as const) : found).map((action) => ({
      action,
      subject,
      integration: 'mongodb' as const,
      ...(cell === 'deny' && { inverted: true }),
    }));
  });
}

function writtenData({ rows, where, language, kind }: DataAccess): Permissions {
  if (rows === 'none') return [];
  const permission = { action: 'read', subject: 'all', integration: 'clickhouse' } as const;
  if (rows === 'all') return [permission];
  const conditions = { where, whereLanguage: language, ...(kind !== '' && { kind }) };
  return [{ ...permission, conditions }];
}

/** A list of permissions; null when the text is not one. */
export function parsed(text: string): Permissions | null {
  if (text.trim() === '') return [];
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? (list as Permissions) : null;
  } catch {
    return null;
  }
}

/** The next state of a cell that is pressed. */
export const nextCell: Record<Cell, Cell> = { none: 'allow', allow: 'deny', deny: 'none' };

/** The matrix with another cell. */
export function withCell(matrix: Matrix, subject: Subject, action: Action, cell: Cell): Matrix {
  return { ...matrix, [subject]: { ...matrix[subject], [action]: cell } };
}

/** The matrix with another row: all that are not the same become allowed, and then go round together. */
export function withNextRow(matrix: Matrix, subject: Subject): Matrix {
  const [first, ...rest] = actions.map((action) => matrix[subject][action]);
  const cell = first !== undefined && rest.every((one) => one === first) ? nextCell[first] : 'allow';
  return { ...matrix, [subject]: { create: cell, read: cell, update: cell, delete: cell } };
}

/** What a cell comes to with the row of everything: a denial wins. */
export function effective(matrix: Matrix, subject: Subject, action: Action): Cell {
  const cells = [matrix[subject][action], matrix.all[action]];
  if (cells.includes('deny')) return 'deny';
  return cells.includes('allow') ? 'allow' : 'none';
}

/** What a role reads of the telemetry, in a few words. */
export function dataWords(permissions: Permissions): string {
  const found = permissions.filter(({ integration }) => integration === 'clickhouse');
  const [first] = found;
  if (first === undefined) return 'None';
  if (found.length > 1 || !isPlainData(first)) return 'Several conditions';
  const { rows, where, kind } = dataOf(first);
  if (rows === 'all') return 'All';
  return [kindNames[kind], where].filter((part) => part !== undefined && part !== '').join(', ');
}

/** The kinds of telemetry that a condition can be about. */
export const kindNames: Record<string, string> = { log: 'Logs', trace: 'Traces', metric: 'Metrics' };
