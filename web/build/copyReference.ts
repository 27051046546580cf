import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Plugin } from 'vite';

/**
 * The API reference page of the server loads this one script. The server finds
 * it in the embedded tree under `reference/standalone.js`. `make` installs it,
 * and says here where it is.
 */
const source = process.env.CAIRN_REFERENCE;
const folder = 'reference';
const script = 'standalone.js';

/** Copies the API reference script into the output and keeps the folder's placeholder. */
export function copyReference(): Plugin {
  let outDir = '';
  return {
    name: 'cairn-copy-reference',
    apply: 'build',
    configResolved(config) {
      outDir = join(config.root, config.build.outDir);
    },
    async writeBundle() {
      if (source === undefined) throw new Error('CAIRN_REFERENCE is not set: build with `make web`');
      await mkdir(join(outDir, folder), { recursive: true });
      await copyFile(source, join(outDir, folder, script));
      // The build empties the folder; without this file a fresh clone would not compile.
      await writeFile(join(outDir, '.gitkeep'), '');
    },
  };
}
