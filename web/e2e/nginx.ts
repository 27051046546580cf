import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { vi } from 'vitest';

import type { Role, Server } from './server';

const page = resolve(import.meta.dirname, '../../docs/proxies.md');
/** Debian keeps servers off the path of people. */
const program = existsSync('/usr/sbin/nginx') ? '/usr/sbin/nginx' : 'nginx';
const usual: [string, Role][] = [
  ['127.0.0.1:8080', 'ui'],
  ['127.0.0.1:8000', 'stack'],
  ['127.0.0.1:8100', 'cloud'],
  ['127.0.0.1:4318', 'otlp_http'],
  ['127.0.0.1:4317', 'otlp_grpc'],
];

/** Runs nginx on a port in front of a server, as the documentation shows it; returns what ends it. */
export async function startNginx(server: Server, port: number): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-nginx-'));
  const file = join(folder, 'nginx.conf');
  makeCertificate(folder);
  await writeFile(file, around(folder, await documented(server, folder, port)));
  const child = spawn(program, ['-e', 'stderr', '-p', folder, '-c', file], { stdio: 'ignore' });
  const stop = async () => {
    if (child.exitCode === null && child.kill()) await once(child, 'exit');
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await vi.waitFor(() => reached(port), { timeout: 30_000 });
  } catch (cause) {
    await stop();
    throw cause;
  }
  return stop;
}

async function documented(server: Server, folder: string, port: number): Promise<string> {
  const block = /```nginx\n([\s\S]*?)```/.exec(await readFile(page, 'utf8'))?.[1];
  if (block === undefined) throw new Error(`${page} has no configuration of nginx`);
  const replaced: [string, string][] = [
    ['listen 443 ', `listen 127.0.0.1:${port} `],
    ['/etc/ssl/cairn', folder],
    ...usual.map(([address, role]): [string, string] => [address, new URL(server.origin(role)).host]),
  ];
  return replaced.reduce((text, [from, to]) => text.replaceAll(from, to), block);
}

/** What a system has around the file. */
function around(folder: string, text: string): string {
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((of) => `${of}_temp_path ${folder}/${of};`);
  return `daemon off; master_process off; pid ${folder}/pid; error_log stderr;
events {}
http { access_log off; ${places.join(' ')}
${text}
}`;
}

function makeCertificate(folder: string): void {
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...kind, ...files, '-subj', '/CN=example.org'], { stdio: 'ignore' });
}

async function reached(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
  } finally {
    socket.destroy();
  }
}
