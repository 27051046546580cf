import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { MantineProvider } from '@mantine/core';

import { missingIn, missingReasons, missingWords } from './missingShards';
import { MissingShards } from './MissingShards';

const two = { shard: 2, reason: 'shard 2 of the telemetry engine does not answer' };
const three = { shard: 3, reason: 'shard 3 of the telemetry engine does not answer' };

function shown(shards: (typeof two)[] | undefined): string {
  return renderToStaticMarkup(createElement(MantineProvider, null, createElement(MissingShards, { shards })));
}

test('a result names each shard that it lacks once', () => {
  expect(missingWords([two, two])).toBe('Shard 2 does not answer: its records are missing here.');
  expect(missingWords([three, two])).toBe('Shards 2 and 3 do not answer: their records are missing here.');
  expect(missingReasons([two, two])).toBe('Shard 2 of the telemetry engine does not answer.');
});

test('what is missing is found in an answer and in its pages', () => {
  expect(missingIn(undefined)).toEqual([]);
  expect(missingIn({ meta: {} })).toEqual([]);
  expect(missingIn({ data: [], meta: { partial: [two] } })).toEqual([two]);
  expect(missingIn({ pages: [{ meta: {} }, { meta: { partial: [three] } }] })).toEqual([three]);
});

test('the banner has the reason, and that alerts wait', () => {
  expect(shown([two])).toContain('Shard 2 does not answer: its records are missing here.');
  expect(shown([two])).toContain('Alerts wait');
  expect(shown(undefined)).not.toContain('role="status"');
});
