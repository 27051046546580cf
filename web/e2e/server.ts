import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server as NetServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const startMaxMs = 60_000;
const pollMs = 100;

const roles = ['stack', 'ui', 'cloud', 'otlp_grpc', 'otlp_http', 'admin'] as const;
export type Role = (typeof roles)[number];

/** A server of our own, with an empty data folder. */
export interface Server {
  /** Where a role listens, as `http://host:port`. */
  origin: (role: Role) => string;
  stop: () => Promise<void>;
  /** What it has said so far. */
  log: () => string;
}

/** Starts the built binary on free ports, with settings of its own, and waits until it says that it is ready. */
export async function startServer(settings: Record<string, string> = {}, flags: string[] = []): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-e2e-'));
  const ports = await freePorts();
  const child = spawn(binary(), ['serve', ...flags], {
    env: { ...environment(folder, ports), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = collect(child);
  const origin = (role: Role) => `http://127.0.0.1:${ports.get(role)}`;
  const stop = async () => {
    await end(child);
    // Its engine may be writing until it is gone, too.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await ready(child, `${origin('admin')}/readyz`);
  } catch (cause) {
    await stop();
    throw new Error(`the server did not start:\n${log()}`, { cause });
  }
  return { origin, stop, log };
}

function binary(): string {
  return process.env.CAIRN_TEST_BINARY ?? resolve(import.meta.dirname, '../../bin/cairn');
}

function environment(folder: string, ports: Map<Role, number>): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('CAIRN_'));
  const addresses = [...ports].map(([role, port]) => [`CAIRN_${role.toUpperCase()}_ADDR`, `127.0.0.1:${port}`]);
  return { ...Object.fromEntries([...inherited, ...addresses]), CAIRN_DATA_DIR: folder };
}

/** Holds all ports at once before letting them go, so that no two are the same. */
async function freePorts(): Promise<Map<Role, number>> {
  const held = await Promise.all(roles.map(async (role) => ({ role, holder: await holdPort() })));
  const ports = held.map(({ role, holder }) => [role, (holder.address() as AddressInfo).port] as const);
  await Promise.all(held.map(({ holder }) => once(holder.close(), 'close')));
  return new Map(ports);
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const holder = await holdPort();
  const { port } = holder.address() as AddressInfo;
  await once(holder.close(), 'close');
  return port;
}

/**
 * Each worker has ports of its own, below those of embedded engines and of outgoing connections: nobody takes one
 * until the server listens.
 */
const portsPerWorker = 500;
const portMin = 10_000 + portsPerWorker * Number(process.env.VITEST_POOL_ID ?? 0);

async function holdPort(): Promise<NetServer> {
  const holder = createServer().listen(randomInt(portMin, portMin + portsPerWorker), '127.0.0.1');
  const isTaken = await once(holder, 'listening').then(
    () => false,
    () => true,
  );
  return isTaken ? holdPort() : holder;
}

function collect(child: ChildProcess): () => string {
  let text = '';
  const add = (part: Buffer) => {
    text += part.toString();
  };
  child.stdout?.on('data', add);
  child.stderr?.on('data', add);
  return () => text;
}

async function ready(child: ChildProcess, url: string): Promise<void> {
  const deadline = Date.now() + startMaxMs;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`exit code ${child.exitCode}`);
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    await sleep(pollMs);
  }
  throw new Error(`not ready after ${startMaxMs} ms`);
}

/** Nothing of it is kept, so that it need not store anything. Its engine ends with it. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
