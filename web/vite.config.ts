import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

import { copyReference } from './build/copyReference.ts';
import { precompress } from './build/precompress.ts';
import { sizeBudget } from './build/sizeBudget.ts';

/** Where `make dev` finds a running server; the page and the private API share one origin. */
const server = process.env.CAIRN_DEV_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig({
  // The server puts the path below which it is served in front of these.
  base: './',
  plugins: [react(), sizeBudget(), copyReference(), precompress()],
  build: {
    target: 'es2023',
    // Data addresses in CSS would need a wider content security policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1024,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // One file for each set of pages that share something would be over a
          // hundred requests per page. The query editor is shared by fewer, and
          // stays apart from pages that have none.
          groups: [
            { name: 'initial', tags: ['$initial'] },
            { name: 'common', minShareCount: 12 },
            { name: 'shared', minShareCount: 3 },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', proxy: { '/ui/api': server, '/api/v2': server, '/v1': server, '/prometheus': server } },
});
