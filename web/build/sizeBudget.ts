import { gzipSync } from 'node:zlib';

import type { Plugin } from 'vite';

/** What a first visit may download as script, compressed. */
const initialBytesMax = 200_000;

/** The part of a bundled script that the budget looks at. */
export interface Script {
  code: string;
  imports: string[];
  isEntry: boolean;
}

/** Adds up the compressed bytes of every script that is needed before anything can be shown. */
export function initialBytes(scripts: Map<string, Script>): number {
  const entries = [...scripts].filter(([, script]) => script.isEntry).map(([name]) => name);
  const names = entries.reduce((seen, name) => reach(scripts, name, seen), new Set<string>());
  return [...names].reduce((sum, name) => sum + gzipSync(scripts.get(name)?.code ?? '').length, 0);
}

function reach(scripts: Map<string, Script>, name: string, seen: Set<string>): Set<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const next of scripts.get(name)?.imports ?? []) reach(scripts, next, seen);
  return seen;
}

/** Fails the build when the initial script grows past its budget. */
export function sizeBudget(): Plugin {
  return {
    name: 'cairn-size-budget',
    apply: 'build',
    generateBundle(_options, bundle) {
      const outputs = Object.values(bundle).filter((output) => output.type === 'chunk');
      const bytes = initialBytes(new Map(outputs.map((output) => [output.fileName, output])));
      const line = `initial script: ${bytes} of at most ${initialBytesMax} bytes compressed`;
      if (bytes > initialBytesMax) this.error(line);
      this.info(line);
    },
  };
}
