import type { Role } from './roles';

/** What anybody may know about the installation before signing in. */
export interface Installation {
  isSetUp: boolean;
  version: string;
}

export interface User {
  id: string;
  name: string;
  email: string;
}

export interface Team {
  id: string;
  name: string;
}

/** Who is signed in, the team whose telemetry is shown, and the role in the organization that owns it. */
export interface Session {
  user: User;
  team: Team;
  role: Role;
}

export interface Credentials {
  email: string;
  password: string;
}

export interface Account extends Credentials {
  name: string;
}

export interface Engine {
  ready: boolean;
  version: string;
  /** `embedded` or `external`. */
  mode: string;
}

export interface Database {
  ready: boolean;
  /** `sqlite` or `postgres`. */
  kind: string;
}

/** Where the listeners are; an empty address means that the listener is off. */
export interface Addresses {
  stack: string;
  ui: string;
  cloud: string;
  otlpGrpc: string;
  otlpHttp: string;
}

export interface Overview {
  version: string;
  engine: Engine;
  database: Database;
  addresses: Addresses;
}
