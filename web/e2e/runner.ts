import { readFileSync } from 'node:fs';

import { type RunnerTask, TestRunner } from 'vitest';

/** From this share of the processors on that others have, a page may be late for reasons of its own. */
const stolenMin = 0.05;

/** What the kernel counts of all processors since it started. */
interface Processors {
  used: number;
  stolen: number;
}

/** Nothing where the kernel does not say. */
function readProcessors(): Processors {
  try {
    const line = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0] ?? '';
    const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, stolen = 0] = line
      .split(/\s+/)
      .slice(1)
      .map(Number);
    return { used: user + nice + system + irq + softirq, stolen };
  } catch {
    return { used: 0, stolen: 0 };
  }
}

function stolenSince(begin: Processors): number {
  const now = readProcessors();
  const stolen = now.stolen - begin.stolen;
  return stolen > 0 ? stolen / (stolen + now.used - begin.used) : 0;
}

/**
 * Goes on a journey once more that failed on a virtual machine whose processors others had:
 * what a browser waits for comes too late there.
 */
export default class Runner extends TestRunner {
  override async onBeforeRunTask(task: RunnerTask): Promise<void> {
    const begin = readProcessors();
    if (task.type === 'test') task.retry = { count: 1, condition: () => stolenSince(begin) >= stolenMin };
    await super.onBeforeRunTask(task);
  }
}
