// Writes the types of the APIs anew: npm run types.
import { runnerImport } from 'vite';

const { module } = await runnerImport('./build/api-types.ts');
await module.writeTypes();
