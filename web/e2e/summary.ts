import type { Reporter, TestModule } from 'vitest/node';

/**
 * Names the failed tests in the last lines of a run, each with the first line of
 * why: the rest of a long output may be cut off where it is read.
 */
export default class Summary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const failed = modules.flatMap((module) => [
      ...module.errors().map(({ message }) => `${module.relativeModuleId}: ${firstLine(message)}`),
      ...[...module.children.allTests('failed')].map(
        (test) => `${module.relativeModuleId}: ${test.name}: ${firstLine(test.result().errors?.[0]?.message)}`,
      ),
    ]);
    for (const line of failed) process.stdout.write(`failed: ${line}\n`);
  }
}

function firstLine(message = ''): string {
  return message.split('\n', 1)[0] ?? '';
}
