import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';

import type { Plugin } from 'vite';

const compress = promisify(gzip);
const compressible = /\.(?:js|css|html|svg|json|txt)$/;

/** Files below this size gain nothing from compression. */
export const compressBytesMin = 1024;

/** Says whether a file of this name and size gets a compressed twin. */
export function deservesTwin(name: string, bytes: number): boolean {
  return compressible.test(name) && bytes >= compressBytesMin;
}

/** Writes `name.gz` beside every file of the folder that deserves one; answers how many. */
export async function compressFolder(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const written = await Promise.all(files.map((file) => writeTwin(join(file.parentPath, file.name))));
  return written.filter(Boolean).length;
}

async function writeTwin(path: string): Promise<boolean> {
  const content = await readFile(path);
  if (!deservesTwin(path, content.length)) return false;
  await writeFile(`${path}.gz`, await compress(content, { level: constants.Z_BEST_COMPRESSION }));
  return true;
}

/** Compresses the output once, at build time, so that the server never has to. */
export function precompress(): Plugin {
  let outDir = '';
  return {
    name: 'cairn-precompress',
    apply: 'build',
    configResolved(config) {
      outDir = join(config.root, config.build.outDir);
    },
    async closeBundle() {
      await compressFolder(outDir);
    },
  };
}
