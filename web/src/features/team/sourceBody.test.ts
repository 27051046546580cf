import { expect, test } from 'vitest';

import { sourceBody, sourceForm, tableOf } from './sourceBody';
import type { Source } from './types';

const stored: Source = {
  id: 's1',
  teamId: 't',
  name: 'Logs',
  kind: 'log',
  connection: 'c1',
  from: { databaseName: 'default', tableName: 'otel_logs' },
  timestampValueExpression: 'Timestamp',
  disabled: false,
  createdAt: 'x',
  updatedAt: 'y',
  bodyExpression: 'Body',
  severityTextExpression: 'SeverityText',
  implicitColumnExpression: 'Body',
};

test('a new form is filled with what OpenTelemetry tables have', () => {
  const form = sourceForm(null, 'log', 'c1');
  expect(form.expressions.bodyExpression).toBe('Body');
  expect(sourceBody({ ...form, name: 'Mine', table: 't' }, null)).toMatchObject({
    name: 'Mine',
    kind: 'log',
    disabled: false,
    bodyExpression: 'Body',
  });
});

test('what the form does not show stays as it is stored', () => {
  const body = sourceBody(sourceForm(stored, 'log', ''), stored);
  expect(body).toMatchObject({
    implicitColumnExpression: 'Body',
    bodyExpression: 'Body',
    timestampValueExpression: 'Timestamp',
  });
  expect(body).not.toHaveProperty('id');
  expect(body).not.toHaveProperty('teamId');
});

test('an expression that was emptied is left out', () => {
  const form = sourceForm(stored, 'log', '');
  const body = sourceBody({ ...form, expressions: { ...form.expressions, severityTextExpression: ' ' } }, stored);
  expect(body).not.toHaveProperty('severityTextExpression');
});

test('a new metric source names the tables of all types', () => {
  expect(sourceBody(sourceForm(null, 'metric', 'c1'), null).metricTables).toHaveProperty('exponential histogram');
});

test('tables are written with their database', () => {
  expect(tableOf(stored)).toBe('default.otel_logs');
  expect(tableOf({ ...stored, from: { databaseName: 'default', tableName: '' } })).toBe('default.otel_metrics_*');
});
