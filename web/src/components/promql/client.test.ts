import { CompletionContext } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';

import { quoted, type PromReads } from './client';
import { completion } from './complete';
import { promqlSupport } from './language';

const asked: string[] = [];
const reads: PromReads = {
  labels: async (selector = '') => {
    asked.push(`labels ${selector}`);
    return ['job', 'host.name'];
  },
  values: async (label, selector = '') => {
    asked.push(`${label} ${selector}`);
    return label === '__name__' ? ['up', 'http.requests'] : ['a"b', 'c'];
  },
  metadata: async () => ({ up: [{ type: 'gauge', help: 'Whether it is up.' }] }),
  format: async (text) => text,
};

function complete(text: string, pos: number, from = reads, isAsked = true) {
  const state = EditorState.create({ doc: text, extensions: promqlSupport });
  return completion(from, () => ['service'])(new CompletionContext(state, pos, isAsked));
}

/** What is offered where the bar stands. */
async function offered(marked: string, from = reads) {
  asked.length = 0;
  const result = await complete(marked.replace('|', ''), marked.indexOf('|'), from);
  return result?.options ?? [];
}

test.each([
  'sum by (job) (rate(http_requests_total{job="a", env!~"$env"}[$__rate_interval:1m] offset 5m)) > bool 5',
  'topk($n, $metric{"host.name"=\'x\'}) or {"http.requests"} # why',
])('wherever typing pauses in %s, the completion replaces what is around the caret', async (text) => {
  for (let end = 0; end <= text.length; end++) {
    for (const [typed, pos] of [[text.slice(0, end), end] as const, [text, end] as const]) {
      const { from = pos, to = pos } = (await complete(typed, pos)) ?? {};
      expect([from <= pos, pos <= to, to <= typed.length], `${typed} at ${pos}`).toEqual([true, true, true]);
    }
  }
});

test('metrics come with their type and help, and others than words in braces', async () => {
  const options = await offered('u|');
  expect(options.find(({ label }) => label === 'up')).toMatchObject({ detail: 'gauge', info: 'Whether it is up.' });
  expect(options.find(({ label }) => label === 'http.requests')?.apply).toBe('{"http.requests"}');
  expect(options.some(({ label }) => label === 'rate')).toBe(true);
});

test.each([
  ['up{|}', 'labels {__name__="up"}', ['job', 'host.name']],
  ['sum by (|) (up)', 'labels {__name__="up"}', ['job', 'host.name']],
  ['up{job="|"}', 'job {__name__="up"}', ['a"b', 'c']],
  ['up{env!~"x.*", job="|"}', 'job {__name__="up",env!~"x.*"}', ['a"b', 'c']],
  ['up{env="$env", job="|"}', 'job {__name__="up"}', ['a"b', 'c']],
  ['$metric{job="|"}', 'job ', ['a"b', 'c']],
  ['rate(up{job="|"}[$__rate_interval])', 'job {__name__="up"}', ['a"b', 'c']],
])('in %s the series are narrowed', async (marked, question, labels) => {
  const options = await offered(marked);
  expect(asked).toEqual([question]);
  expect(options.map(({ label }) => label)).toEqual(labels);
});

test('names and values are written so that they end nothing', async () => {
  expect((await offered('up{job="|"}'))[0]?.apply).toBe(String.raw`a\"b`);
  expect((await offered('up{|}'))[1]?.apply).toBe('"host.name"');
  expect(quoted('a"\\\n')).toBe(String.raw`"a\"\\\n"`);
});

test.each(['rate(up[$|', 'up{job="$se|"}', '$|'])('variables follow a dollar sign in %s', async (marked) => {
  const labels = (await offered(marked)).map(({ label }) => label);
  expect(labels[0]).toBe('$service');
  expect(labels).toContain('$__rate_interval');
});

test('what can not be read is not offered', async () => {
  const broken = {
    ...reads,
    labels: () => Promise.reject(new Error('away')),
    values: () => Promise.reject(new Error('away')),
  };
  expect(await offered('up{|}', broken)).toEqual([]);
  expect((await offered('u|', broken)).some(({ label }) => label === 'rate')).toBe(true);
});

test.each([
  'sum(up)',
  'sum(up) ',
  'rate(t_ex_total[1m])',
  'up{job="a"}',
  'up{job="a"} ',
  'up ',
  'sum by (job) (up)\n',
  '(up)',
  'up offset 5m',
])('nothing is offered uninvited behind %j', async (text) => {
  expect(await complete(text, text.length, reads, false)).toBeNull();
});

test('operators are offered to who asks for them', async () => {
  expect((await offered('sum(up)|')).map(({ label }) => label)).toEqual(expect.arrayContaining(['-', 'or', 'by']));
});

test.each([
  ['sum(|)', 'up'],
  ['up{|}', 'job'],
  ['up{job="|"}', 'c'],
  ["up{job='|'}", 'c'],
  ['up{job="|', 'c'],
  ['up{job="a",|}', 'host.name'],
  ['sum by (|)', 'job'],
  ['sum(up) o|', 'or'],
  ['1 + u|', 'up'],
])('a list with what fits opens by itself in %s', async (marked, name) => {
  const found = await complete(marked.replace('|', ''), marked.indexOf('|'), reads, false);
  expect(found?.options.map(({ label }) => label)).toContain(name);
});
