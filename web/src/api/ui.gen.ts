// Generated from the OpenAPI document of "Cairn web interface" by make gen. Do not edit.

export interface Addresses {
  cloud: string;
  otlpGrpc: string;
  otlpHttp: string;
  stack: string;
  ui: string;
}

export interface ChangePasswordInputBody {
  currentPassword: string;
  /** The new one, 12 to 128 characters. */
  password: string;
}

export interface Database {
  kind: "sqlite" | "postgres";
  ready: boolean;
}

export interface Detail {
  /** Machine-readable code of the rule. */
  code: string;
  /** Human-readable text of the rule. */
  message: string;
  /** Where in the input: dotted for bodies, the name of a parameter otherwise. */
  path: string;
}

export interface Engine {
  mode: "embedded" | "external";
  ready: boolean;
  version: string;
}

export interface Error {
  /** The rules that the input breaks, and where. */
  details?: Array<Detail>;
  /** What is wrong. */
  message: string;
}

export interface Installation {
  isSetUp: boolean;
  version: string;
}

export interface Installed {
  ingestionKey: string;
  team: Team;
  user: User;
}

export interface Invitation {
  /** gone: it was used, replaced or taken back, or there never was one. */
  state: "open" | "expired" | "gone";
}

export interface InvitationInputBody {
  /** What the invitation is to. */
  to: "team" | "organization";
  /** The part after token= in the invitation's address. */
  token: string;
}

export interface NewPassword {
  /** The new password; shown only once. */
  password: string;
}

export interface Retention {
  logDays: number;
  metricDays: number;
  traceDays: number;
}

export interface Seat {
  id: string;
  name: string;
  /** The service that the team belongs to. */
  serviceId: string;
}

export interface SetUpInputBody {
  email: string;
  name: string;
  password: string;
}

export interface SignInInputBody {
  email: string;
  password: string;
}

export interface SignedIn {
  /** Role in the organization that owns the team. */
  role: "admin" | "developer" | "billing";
  team: Team;
  /** All teams of the user; the header x-hdx-team picks the one to act in. */
  teams: Array<Seat>;
  user: User;
}

export interface Status {
  addresses: Addresses;
  database: Database;
  engine: Engine;
  version: string;
}

export interface Team {
  id: string;
  name: string;
  /** Whether the operator lets its dashboards have tiles of raw SQL. */
  rawSql: boolean;
}

export interface User {
  email: string;
  id: string;
  name: string;
}

export interface UiPaths {
  "/ui/api/installation": {
    GET: {
      reply: {
        data: Installation;
      };
    };
  };
  "/ui/api/invitation": {
    POST: {
      body: InvitationInputBody;
      reply: {
        data: Invitation;
      };
    };
  };
  "/ui/api/members/{userId}/password": {
    POST: {
      path: {
        /** The member. */
        userId: string;
      };
      reply: {
        data: NewPassword;
      };
    };
  };
  "/ui/api/overview": {
    GET: {
      reply: {
        data: Status;
      };
    };
  };
  "/ui/api/password": {
    PUT: {
      body: ChangePasswordInputBody;
      reply: Record<string, unknown>;
    };
  };
  "/ui/api/retention": {
    GET: {
      reply: {
        data: Retention;
      };
    };
    PUT: {
      body: Retention;
      reply: {
        data: Retention;
      };
    };
  };
  "/ui/api/session": {
    DELETE: {
      reply: Record<string, unknown>;
    };
    GET: {
      reply: {
        data: SignedIn;
      };
    };
    POST: {
      body: SignInInputBody;
      reply: {
        data: SignedIn;
      };
    };
  };
  "/ui/api/setup": {
    POST: {
      body: SetUpInputBody;
      reply: {
        data: Installed;
      };
    };
  };
}
