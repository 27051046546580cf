import type { SearchRequestBody } from './stack.gen';
import type { SetUpInputBody, SignedIn, SignInInputBody } from './ui.gen';

export type { Addresses, Database, Engine, Status as Overview } from './ui.gen';

/** Who is signed in, the team whose telemetry is shown, and the role in the organization that owns it. */
export type Session = SignedIn;
export type Credentials = SignInInputBody;
export type Account = SetUpInputBody;

/** The two query languages. */
export type Language = NonNullable<SearchRequestBody['whereLanguage']>;
