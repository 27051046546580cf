// Generated from the OpenAPI document of "Cairn web interface" by make gen. Do not edit.

export interface Addresses {
  cloud: string;
  otlpGrpc: string;
  otlpHttp: string;
  stack: string;
  ui: string;
}

export interface Arrival {
  /** Path of the page to go on to. */
  from: string;
  session: SignedIn;
}

export interface BeginSSOInputBody {
  /** Path of the page to come back to. */
  from?: string;
}

export interface ChangePasswordInputBody {
  currentPassword: string;
  /** The new one, 12 to 128 characters. */
  password: string;
}

export interface CodeInputBody {
  /** The six digits that the app shows. */
  code: string;
}

export interface Database {
  kind: "sqlite" | "postgres";
  ready: boolean;
}

export interface Departure {
  /** Page of the provider to open. */
  url: string;
}

export interface Detail {
  /** Machine-readable code of the rule. */
  code: string;
  /** Human-readable text of the rule. */
  message: string;
  /** Where in the input: dotted for bodies, the name of a parameter otherwise. */
  path: string;
}

export interface Ended {
  /** Page of the single sign-on provider that ends the session there; empty without one. */
  url: string;
}

export interface Engine {
  mode: "embedded" | "external";
  ready: boolean;
  version: string;
}

export interface Enrollment {
  /** The rows of the QR code: 1 is dark, 0 is light. */
  qrCode: Array<string>;
  /** For typing into the app; shown only once. */
  secret: string;
}

export interface Entered {
  /** That of an installation which the link has set up, shown this once; empty: it was set up before. */
  ingestionKey: string;
  user: User;
}

export interface Error {
  /** The rules that the input breaks, and where. */
  details?: Array<Detail>;
  /** What is wrong. */
  message: string;
}

export interface FinishSSOInputBody {
  code?: string;
  /** Why there is no code. */
  error?: string;
  iss?: string;
  state: string;
}

export interface Identity {
  /** Name of the provider; its issuer when it is not configured any more. */
  provider: string;
  /** The last sign-in there. */
  usedAt: string;
}

export interface Installation {
  isSetUp: boolean;
  /** Whether it is set up with the link that the server printed alone, as others than those on its machine can reach it. */
  needsLink: boolean;
  /** Single sign-on providers, in the order of their buttons. */
  providers: Array<Provider>;
  /** Whether it sends a link to those who have forgotten their password. */
  sendsLinks: boolean;
  /** Whether single sign-on is the only way in. */
  ssoOnly: boolean;
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

export interface MadePasswordLink {
  expireAt: string;
  /** Address of the page that sets the password; shown only once. */
  url: string;
}

export interface MailPasswordLinkInputBody {
  email: string;
}

export interface Mandate {
  /** The permissions in the organization, those on services if they are held on one at least. */
  cloud: Array<string>;
  /** Whether there is telemetry of the team that may not be read. */
  isScoped: boolean;
  /** As action:subject, such as create:Dashboard: what may be done to at least one thing of the kind. */
  permissions: Array<string>;
  /** Whether the audit log may be read. */
  readsAudit: boolean;
  /** Whether any telemetry may be read. */
  readsData: boolean;
}

export interface NewPassword {
  /** The new password; shown only once. */
  password: string;
}

export interface OpenSession {
  /** Where it was made from; empty for one from before this was kept. */
  address: string;
  /** The browser in words, as it names itself; empty for an unknown one. */
  browser: string;
  createdAt: string;
  id: string;
  /** The session that asks. */
  isCurrent: boolean;
  /** When it was used last, to a few seconds. */
  seenAt: string;
}

export interface PasswordLink {
  /** gone: it was replaced or taken back, or there never was one. */
  state: "open" | "used" | "expired" | "gone";
}

export interface PasswordLinkInputBody {
  /** The part after token= in the link. */
  token: string;
}

export interface ProvenInputBody {
  currentPassword: string;
}

export interface Provider {
  id: string;
  /** As people know it. */
  name: string;
}

export interface RecoveryCodes {
  /** Each signs in once in place of a code; shown only once. */
  recoveryCodes: Array<string>;
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

export interface SecondFactor {
  isOn: boolean;
  recoveryCodesLeft: number;
}

export interface SetUpInputBody {
  email: string;
  name: string;
  password: string;
}

export interface SignInInputBody {
  /** Of the authenticator app, or a recovery code, where two-factor authentication is on. */
  code?: string;
  email: string;
  password: string;
}

export interface SignInMethods {
  /** Whether the account can sign in with a password. */
  hasPassword: boolean;
  /** Single sign-on providers that the account is tied to, oldest first. */
  identities: Array<Identity>;
}

export interface SignedIn {
  may: Mandate;
  /** Role in the organization that owns the team. */
  role: "admin" | "developer" | "billing" | "member";
  team: Team;
  /** Name of the role in the team; empty: none. */
  teamRole: string;
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

export interface UsePasswordLinkInputBody {
  /** The new one, 12 to 128 characters. */
  password: string;
  /** The part after token= in the link. */
  token: string;
}

export interface UseSignInLinkInputBody {
  /** The part after token= in the link. */
  token: string;
}

export interface UsedPasswordLink {
  /** Whether the link has opened a session: one of the operator, where single sign-on is the only way in. */
  isSignedIn: boolean;
}

export interface User {
  email: string;
  id: string;
  name: string;
}

export interface UiPaths {
  "/ui/api/account": {
    PUT: {
      body: SetUpInputBody;
      reply: Record<string, unknown>;
    };
  };
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
  "/ui/api/members/{userId}/password-link": {
    POST: {
      path: {
        /** The member. */
        userId: string;
      };
      reply: {
        data: MadePasswordLink;
      };
    };
  };
  "/ui/api/members/{userId}/second-factor": {
    DELETE: {
      path: {
        /** The member. */
        userId: string;
      };
      reply: Record<string, unknown>;
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
  "/ui/api/password-link": {
    POST: {
      body: PasswordLinkInputBody;
      reply: {
        data: PasswordLink;
      };
    };
  };
  "/ui/api/password-link/mail": {
    POST: {
      body: MailPasswordLinkInputBody;
      reply: Record<string, unknown>;
    };
  };
  "/ui/api/password-link/use": {
    POST: {
      body: UsePasswordLinkInputBody;
      reply: {
        data: UsedPasswordLink;
      };
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
  "/ui/api/second-factor": {
    GET: {
      reply: {
        data: SecondFactor;
      };
    };
    POST: {
      body: ProvenInputBody;
      reply: {
        data: Enrollment;
      };
    };
  };
  "/ui/api/second-factor/confirm": {
    POST: {
      body: CodeInputBody;
      reply: {
        data: RecoveryCodes;
      };
    };
  };
  "/ui/api/second-factor/recovery-codes": {
    POST: {
      body: ProvenInputBody;
      reply: {
        data: RecoveryCodes;
      };
    };
  };
  "/ui/api/second-factor/remove": {
    POST: {
      body: ProvenInputBody;
      reply: Record<string, unknown>;
    };
  };
  "/ui/api/session": {
    DELETE: {
      reply: {
        data: Ended;
      };
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
  "/ui/api/sessions": {
    DELETE: {
      reply: Record<string, unknown>;
    };
    GET: {
      reply: {
        data: Array<OpenSession>;
      };
    };
  };
  "/ui/api/sessions/{id}": {
    DELETE: {
      path: {
        /** The session. */
        id: string;
      };
      reply: Record<string, unknown>;
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
  "/ui/api/sign-in-link/use": {
    POST: {
      body: UseSignInLinkInputBody;
      reply: {
        data: Entered;
      };
    };
  };
  "/ui/api/sign-in-methods": {
    GET: {
      reply: {
        data: SignInMethods;
      };
    };
  };
  "/ui/api/sso/{provider}": {
    POST: {
      path: {
        /** The single sign-on provider. */
        provider: string;
      };
      body: BeginSSOInputBody;
      reply: {
        data: Departure;
      };
    };
  };
  "/ui/api/sso/{provider}/return": {
    POST: {
      path: {
        /** The single sign-on provider. */
        provider: string;
      };
      body: FinishSSOInputBody;
      reply: {
        data: Arrival;
      };
    };
  };
}
