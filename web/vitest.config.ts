import { defineConfig } from 'vitest/config';

/** Real browsers and real servers start slowly on a busy machine. */
const journeyTimeoutMs = 120_000;

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['src/**/*.test.ts', 'build/**/*.test.ts'] } },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          setupFiles: ['e2e/report.ts'],
          fileParallelism: false,
          testTimeout: journeyTimeoutMs,
          hookTimeout: journeyTimeoutMs,
        },
      },
      {
        test: {
          name: 'screenshots',
          include: ['e2e/**/*.shots.ts'],
          fileParallelism: false,
          testTimeout: journeyTimeoutMs,
          hookTimeout: journeyTimeoutMs,
        },
      },
    ],
  },
});
