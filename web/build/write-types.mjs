// Writes the types of the APIs anew: npm run types.
import { readFile, writeFile } from 'node:fs/promises';

import { runnerImport } from 'vite';

const { module } = await runnerImport('./build/api-types.ts');
const { generated, typesOf } = module;
await Promise.all(
  generated.map(async ({ document, file }) => writeFile(file, typesOf(await readFile(document, 'utf8')))),
);
