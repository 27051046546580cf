import { resolve } from 'node:path';

import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

/** Real browsers and real servers start slowly on a busy machine. */
const journeyTimeoutMs = 120_000;

/** Only a test that hangs takes longer, on the busiest machine too. */
const hangTimeoutMs = 60_000;

/** As long as the browser itself waits for what a page is to show. */
const pollTimeoutMs = 30_000;

/** It looks for pauses, so it has the machine for itself. */
const unhurried = 'e2e/scale.e2e.ts';

function modules(path: string): string {
  return resolve(import.meta.dirname, 'node_modules/@prometheus-io', path);
}

/** Journeys of real browsers through real servers. */
function journeys(name: string, test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration {
  return {
    test: {
      name,
      setupFiles: ['e2e/report.ts'],
      runner: './e2e/runner.ts',
      testTimeout: journeyTimeoutMs,
      hookTimeout: journeyTimeoutMs,
      expect: { poll: { timeout: pollTimeoutMs } },
      ...test,
    },
  };
}

export default defineConfig({
  test: {
    reporters: ['default', './e2e/summary.ts'],
    projects: [
      {
        // As in the bundle: for CommonJS modules Node would take another copy of the editor.
        resolve: {
          alias: {
            '@prometheus-io/codemirror-promql': modules('codemirror-promql/dist/esm/index.js'),
            '@prometheus-io/lezer-promql': modules('lezer-promql/dist/index.es.js'),
          },
        },
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'build/**/*.test.ts'],
          isolate: false,
          testTimeout: hangTimeoutMs,
          server: { deps: { inline: [/codemirror-promql/, /lezer-promql/] } },
        },
      },
      journeys('e2e', {
        include: ['e2e/**/*.e2e.ts'],
        exclude: [unhurried],
        maxWorkers: 2,
        isolate: false,
        sequence: { groupOrder: 1 },
      }),
      journeys('e2e-alone', { include: [unhurried], fileParallelism: false, sequence: { groupOrder: 2 } }),
      journeys('crawl', { include: ['e2e/**/*.crawl.ts'], fileParallelism: false, sequence: { groupOrder: 4 } }),
      journeys('shots', { include: ['e2e/**/*.looks.ts'], fileParallelism: false, sequence: { groupOrder: 5 } }),
      journeys('drawn', { include: ['e2e/**/*.drawn.ts'], fileParallelism: false, sequence: { groupOrder: 6 } }),
      journeys('screenshots', { include: ['e2e/**/*.shots.ts'], fileParallelism: false, sequence: { groupOrder: 3 } }),
    ],
  },
});
