import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { freePort } from './server';

const webapp = '/usr/share/glewlwyd/webapp';
const schema = '/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3';
const startMaxMs = 20_000;
const pollMs = 50;

/** Somebody whom the provider knows. */
export interface Known {
  username: string;
  password: string;
  name: string;
  email: string;
  groups: string[];
}

/** Glewlwyd, an OpenID Connect provider of Debian, with a folder of its own. */
export interface Provider {
  origin: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Lets an installation of Cairn send people here. */
  admit: (ui: string) => Promise<void>;
  know: (person: Known) => Promise<void>;
  stop: () => Promise<void>;
}

/** Starts a provider on a free port and makes it speak OpenID Connect. */
export async function startProvider(): Promise<Provider> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-provider-'));
  const origin = `http://127.0.0.1:${await freePort()}`;
  await prepare(folder, origin);
  const child = spawn('glewlwyd', ['-c', join(folder, 'glewlwyd.conf')], { stdio: 'ignore' });
  const stop = async () => {
    await end(child);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await ready(child, `${origin}/login.html`);
    return { ...(await configure(origin)), stop };
  } catch (cause) {
    await stop();
    throw cause;
  }
}

async function prepare(folder: string, origin: string): Promise<void> {
  execFileSync('sqlite3', [join(folder, 'glewlwyd.db')], { input: await readFile(schema) });
  const pages = join(folder, 'webapp');
  // It serves no link that leads out of its folder.
  await cp(webapp, pages, { recursive: true, dereference: true, filter: (path) => !path.endsWith('config.json') });
  await copyFile(await pageSettings(), join(pages, 'config.json'));
  await writeFile(join(folder, 'glewlwyd.conf'), settings(folder, origin));
}

/** Debian links a folder where the pages look for a file. */
async function pageSettings(): Promise<string> {
  const linked = join(webapp, 'config.json');
  return (await stat(linked)).isDirectory() ? join(linked, 'config.json') : linked;
}

function settings(folder: string, origin: string): string {
  const types = Object.entries({
    html: 'text/html',
    css: 'text/css',
    js: 'application/javascript',
    json: 'application/json',
  });
  return `
port = ${new URL(origin).port}
bind_address = "127.0.0.1"
external_url = "${origin}"
login_url = "login.html"
api_prefix = "api"
log_mode = "console"
log_level = "ERROR"
cookie_secure = 0
session_expiration = 3600
session_key = "GLEWLWYD2_SESSION_ID"
admin_scope = "g_admin"
profile_scope = "g_profile"
user_module_path = "/usr/lib/glewlwyd/user"
client_module_path = "/usr/lib/glewlwyd/client"
user_auth_scheme_module_path = "/usr/lib/glewlwyd/scheme"
plugin_module_path = "/usr/lib/glewlwyd/plugin"
use_secure_connection = false
secure_connection_key_file = ""
secure_connection_pem_file = ""
secure_connection_ca_file = ""
hash_algorithm = "SHA512"
static_files_path = "${folder}/webapp/"
static_files_mime_types = (${types.map(([name, type]) => `{ extension = ".${name}" mime_type = "${type}" }`).join(', ')})
database = { type = "sqlite3" path = "${folder}/glewlwyd.db" }
`;
}

/** Calls the provider's own API as its administrator. */
function desk(origin: string) {
  let cookie = '';
  return async (method: string, path: string, body?: unknown): Promise<void> => {
    const response = await fetch(`${origin}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', cookie },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`the provider refused ${path}: ${response.status} ${await response.text()}`);
    const made = response.headers.getSetCookie().map((one) => one.split(';')[0]);
    if (made.length > 0) cookie = made.join('; ');
  };
}

async function configure(origin: string): Promise<Omit<Provider, 'stop'>> {
  const ask = desk(origin);
  const client = { clientId: 'cairn', clientSecret: 'of-this-test-alone' };
  const issuer = `${origin}/api/oidc`;
  const scope = ['openid', 'email'];
  await ask('POST', '/auth', { username: 'admin', password: 'password' });
  await ask('PUT', '/mod/user/database', kept({ groups: 'many', email_verified: 'one' }));
  await ask(
    'PUT',
    '/mod/client/database',
    kept({
      redirect_uri: 'many',
      authorization_type: 'many',
      token_endpoint_auth_method: 'many',
      post_logout_redirect_uris: 'many',
    }),
  );
  await ask('PUT', '/mod/reload/');
  await ask('POST', '/scope', { name: 'email', display_name: 'E-mail', password_required: true, scheme: {} });
  await ask('POST', '/mod/plugin', {
    module: 'oidc',
    name: 'oidc',
    display_name: 'OpenID Connect',
    parameters: protocol(issuer, scope),
  });
  return {
    ...client,
    origin,
    issuer,
    admit: (ui) =>
      ask('POST', '/client', {
        client_id: client.clientId,
        password: client.clientSecret,
        name: 'Cairn',
        confidential: true,
        enabled: true,
        scope,
        redirect_uri: [`${ui}/sso/acme`],
        authorization_type: ['code'],
        token_endpoint_auth_method: ['client_secret_basic'],
        post_logout_redirect_uris: [`${ui}/sign-in`],
      }),
    know: (person) => ask('POST', '/user', { ...person, scope, enabled: true, email_verified: '1' }),
  };
}

/** Which properties its people or clients have, besides those that all have. */
function kept(properties: Record<string, 'one' | 'many'>): Record<string, unknown> {
  const formats = Object.entries(properties).map(([name, count]) => [
    name,
    { multiple: count === 'many', read: true, write: true },
  ]);
  return {
    module: 'database',
    name: 'database',
    display_name: 'Database',
    order_rank: 0,
    parameters: { 'use-glewlwyd-connection': true, 'data-format': Object.fromEntries(formats) },
  };
}

function protocol(issuer: string, scope: string[]): Record<string, unknown> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const always = { mandatory: true, 'on-demand': false, scope: [] };
  return {
    iss: issuer,
    'jwt-type': 'rsa',
    'jwt-key-size': '256',
    key: privateKey,
    cert: publicKey,
    'access-token-duration': 3600,
    'code-duration': 600,
    'auth-type-code-enabled': true,
    'jwks-show': true,
    'subject-type': 'public',
    'allowed-scope': scope,
    'email-claim': 'mandatory',
    'name-claim': 'mandatory',
    claims: [
      { name: 'groups', 'user-property': 'groups', type: 'string', ...always },
      {
        name: 'email_verified',
        'user-property': 'email_verified',
        type: 'boolean',
        'boolean-value-true': '1',
        'boolean-value-false': '0',
        ...always,
      },
    ],
    'pkce-allowed': true,
    'pkce-required': true,
    'session-management-allowed': true,
    'front-channel-logout-allowed': true,
    'session-cookie-name': 'GLEWLWYD2_OIDC_SID',
    'session-cookie-expiration': 3600,
  };
}

async function ready(child: ChildProcess, url: string): Promise<void> {
  const deadline = Date.now() + startMaxMs;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the provider ended with exit code ${child.exitCode}`);
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    await sleep(pollMs);
  }
  throw new Error(`the provider is not ready after ${startMaxMs} ms`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
