import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';

/** A ClickHouse cluster of three real engines, each a shard. */
export interface Cluster {
  /** As a setting of a server. */
  url: string;
  /** Kills the engine of a shard; it stays down until start. */
  kill: (shard: number) => Promise<void>;
  /** Brings it back with all that it has stored. */
  start: (shard: number) => Promise<void>;
  stop: () => Promise<void>;
}

function binary(): string {
  return process.env.CAIRN_TEST_SHARDS_BINARY ?? resolve(import.meta.dirname, '../../bin/shards');
}

/** Starts the engines, which end with this process. */
export async function startCluster(): Promise<Cluster> {
  const child = spawn(binary(), { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await lines.next();
    if (done === true) throw new Error('the cluster has ended');
    return String(value);
  };
  const order = async (command: string) => {
    child.stdin.write(`${command}\n`);
    const said = await next();
    if (said !== command) throw new Error(`the cluster was told ${command} and says ${said}`);
  };
  return {
    url: await next(),
    kill: (shard) => order(`kill ${shard}`),
    start: (shard) => order(`start ${shard}`),
    async stop() {
      if (child.exitCode !== null) return;
      const exited = once(child, 'exit');
      child.stdin.end();
      await exited;
    },
  };
}
