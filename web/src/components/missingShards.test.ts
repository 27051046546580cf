import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { MantineProvider } from '@mantine/core';

import { missingReasons, missingWords } from './missingShards';
import { PartialMark } from './MissingShards';

const two = { shard: 2, reason: 'shard 2 of the telemetry engine does not answer' };
const three = { shard: 3, reason: 'shard 3 of the telemetry engine does not answer' };

test('a result names each shard that it lacks once', () => {
  expect(missingWords([two, two])).toBe('Shard 2 does not answer: records may be missing.');
  expect(missingWords([three, two])).toBe('Shards 2 and 3 do not answer: records may be missing.');
  expect(missingReasons([two, two])).toBe('Shard 2 of the telemetry engine does not answer.');
});

test('a number that lacks a shard says so', () => {
  const mark = (shards: (typeof two)[] | undefined) =>
    renderToStaticMarkup(createElement(MantineProvider, null, createElement(PartialMark, { shards })));
  expect(mark([two])).toContain('Shard 2 does not answer');
  expect(mark([])).not.toContain('Partial');
  expect(mark(undefined)).not.toContain('Partial');
});
