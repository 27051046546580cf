// Writes the types of the APIs anew: make gen.
import { readFile, writeFile } from 'node:fs/promises';

import { runnerImport } from 'vite';

const { module } = await runnerImport('./build/apiTypes.ts');
const { generated, typesOf } = module;
await Promise.all(
  generated.map(async ({ document, file, paths }) => writeFile(file, typesOf(await readFile(document, 'utf8'), paths))),
);
