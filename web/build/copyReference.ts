import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Plugin } from 'vite';

/**
 * The API reference page of the server loads this one script. The server finds
 * it in the embedded tree under `reference/standalone.js`.
 */
const source = 'node_modules/@scalar/api-reference/dist/browser/standalone.js';
const folder = 'reference';
const script = 'standalone.js';

/** Copies the API reference script into the output and keeps the folder's placeholder. */
export function copyReference(): Plugin {
  let root = '';
  let outDir = '';
  return {
    name: 'cairn-copy-reference',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      outDir = join(root, config.build.outDir);
    },
    async writeBundle() {
      await mkdir(join(outDir, folder), { recursive: true });
      await copyFile(join(root, source), join(outDir, folder, script));
      // The build empties the folder; without this file a fresh clone would not compile.
      await writeFile(join(outDir, '.gitkeep'), '');
    },
  };
}
