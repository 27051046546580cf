import { expect, test } from 'vitest';

import { readHeaders, webhookBody, webhookForm } from './webhookBody';

const form = { ...webhookForm(null), name: ' On call ', url: ' https://example.org/hook ' };

test('a form becomes a body without what is empty', () => {
  expect(webhookBody(form)).toEqual({ name: 'On call', service: 'generic', url: 'https://example.org/hook' });
});

test('a body of one’s own goes to services that take one', () => {
  expect(webhookBody({ ...form, body: '{}' }).body).toBe('{}');
  expect(webhookBody({ ...form, service: 'slack', body: '{}' }).body).toBeUndefined();
});

test('headers are read line by line', () => {
  expect(readHeaders('X-Token: a:b\n\n X-Plain ')).toEqual({ 'X-Token': 'a:b', 'X-Plain': '' });
  expect(webhookBody({ ...form, headers: 'A: b' }).headers).toEqual({ A: 'b' });
});

test('PagerDuty has an integration key and no headers', () => {
  const sent = webhookBody({ ...form, service: 'pagerduty', key: ' R0 ', headers: 'A: b' });
  expect(sent.queryParams).toEqual({ routing_key: 'R0' });
  expect(sent.headers).toBeUndefined();
  expect(webhookBody({ ...form, service: 'slack', key: 'R0' }).queryParams).toBeUndefined();
});

test('a stored webhook fills the form, but for its headers', () => {
  const stored = { id: '1', name: 'n', service: 'slack' as const, url: 'u', createdAt: '', updatedAt: '' };
  expect(webhookForm(stored)).toMatchObject({ name: 'n', service: 'slack', url: 'u', headers: '' });
});
