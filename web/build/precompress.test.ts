import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { expect, onTestFinished, test } from 'vitest';

import { compressBytesMin, compressFolder, deservesTwin } from './precompress';

test('large text gets a twin', () => {
  expect(deservesTwin('index.js', compressBytesMin)).toBe(true);
});

test('small text and compressed formats get none', () => {
  expect(deservesTwin('index.js', compressBytesMin - 1)).toBe(false);
  expect(deservesTwin('inter.woff2', 1_000_000)).toBe(false);
});

test('the twin holds the same bytes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-precompress-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const text = 'stone '.repeat(1000);
  await writeFile(join(folder, 'a.css'), text);
  await writeFile(join(folder, 'b.css'), 'tiny');

  expect(await compressFolder(folder)).toBe(1);
  expect((await readdir(folder)).toSorted()).toEqual(['a.css', 'a.css.gz', 'b.css']);
  expect(gunzipSync(await readFile(join(folder, 'a.css.gz'))).toString()).toBe(text);
});
