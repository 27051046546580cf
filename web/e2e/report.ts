import { afterEach } from 'vitest';

import { visitors } from './visitor';

// A journey that fails elsewhere can't be looked at again: what its pages
// showed and asked for goes into the output.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  for (const { page, errors, exchanges } of visitors) {
    if (page.isClosed()) continue;
    const shown = await page.locator('body').ariaSnapshot().catch(String);
    process.stderr.write(
      ['', `--- ${task.name}: ${page.url()}`, shown, '--- asked', ...exchanges, '--- errors', ...errors, ''].join('\n'),
    );
  }
});
