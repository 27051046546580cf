import { expect, test } from 'vitest';

import { formatSql } from './sqlFormat';

test('each clause, column and condition has its line', () => {
  expect(
    formatSql(
      "SELECT toUInt32(t) AS b, count() AS n\nFROM (SELECT Time AS t FROM `logs` WHERE (Time >= 1 AND Time < 2) AND Body = 'a') GROUP BY b ORDER BY b LIMIT 9",
    ),
  ).toBe(
    [
      'SELECT toUInt32(t) AS b,',
      '  count() AS n',
      'FROM (',
      '  SELECT Time AS t',
      '  FROM `logs`',
      '  WHERE (Time >= 1',
      '      AND Time < 2)',
      "    AND Body = 'a'",
      ')',
      'GROUP BY b',
      'ORDER BY b',
      'LIMIT 9',
    ].join('\n'),
  );
});

test('texts, names and windows stay as they are', () => {
  const text = String.raw`SELECT 'a  FROM \' b, (', ${'`odd  WHERE`'} FROM t`;
  expect(formatSql(text)).toContain(String.raw`'a  FROM \' b, ('`);
  expect(formatSql(text)).toContain('`odd  WHERE`');
  expect(formatSql('SELECT x OVER (PARTITION BY id ORDER BY ts) FROM t')).toBe(
    'SELECT x OVER (PARTITION BY id ORDER BY ts)\nFROM t',
  );
});

test('a range is one condition, and queries that are put together stand below each other', () => {
  expect(formatSql('SELECT a FROM t WHERE x BETWEEN 1 AND 2 AND y UNION ALL SELECT b FROM u')).toBe(
    'SELECT a\nFROM t\nWHERE x BETWEEN 1 AND 2\n  AND y\nUNION ALL\nSELECT b\nFROM u',
  );
});

test('nothing is lost but spaces', () => {
  const odd = "SELECT f(x -> x + 1, [1, 2]), (SELECT 1) FROM t WHERE ')' = '(' AND a IN ['it\\'s'] )) broken ' quote";
  expect(formatSql(odd).replaceAll(/\s/g, '')).toBe(odd.replaceAll(/\s/g, ''));
});
