import type { Role } from '../../api/roles';

/** A personal access key, or an ingestion key; `key` is there when it was just made, and never again. */
export interface TeamKey {
  id: string;
  name: string;
  createdAt: string;
  /** Only of access keys. */
  expireAt?: string | null;
  usedAt: string | null;
  key?: string;
}

export interface Member {
  id: string;
  email: string;
  name: string;
  role: Role;
  isCurrentUser: boolean;
  createdAt: string;
}

export interface Invitation {
  id: string;
  email: string;
  name: string;
  role: Role;
  createdAt: string;
  expireAt: string;
}

/** A webhook; `secret` is there when it was just made, and never again. */
export interface Webhook {
  id: string;
  name: string;
  service: string;
  url: string;
  description?: string;
  body?: string;
  createdAt: string;
  updatedAt: string;
  secret?: string;
}

/** What creates or replaces a webhook. Headers that are absent stay as they are. */
export interface WebhookBody {
  name: string;
  service: string;
  url: string;
  description?: string;
  body?: string;
  headers?: Record<string, string>;
}

export interface Connection {
  id: string;
  name: string;
  /** The team's own tables; it can't be changed. */
  own: boolean;
  host: string;
  username: string;
  isPrometheusEndpoint: boolean;
  createdAt: string;
}

export interface ConnectionBody {
  name: string;
  host: string;
  username: string;
  password?: string;
  isPrometheusEndpoint?: boolean;
}

export type SourceKind = 'log' | 'trace' | 'metric' | 'session' | 'promql';

/** A source; the fields that its kind has besides these are kept as they are. */
export interface Source {
  id: string;
  name: string;
  kind: SourceKind;
  connection: string;
  from: { databaseName: string; tableName: string };
  timestampValueExpression: string;
  disabled: boolean;
  section?: string;
  createdAt: string;
  updatedAt: string;
  [field: string]: unknown;
}
