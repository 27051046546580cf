import { expect, test } from 'vitest';

import { ApiError } from '../../api/error';
import { listText, lockedOut, readList, readRules, rulesChange } from './rules';

test('addresses are read from lines and between commas', () => {
  expect(readRules('203.0.113.0/24\n 198.51.100.7, 2001:db8::/32\n\n')).toEqual([
    { source: '203.0.113.0/24' },
    { source: '198.51.100.7' },
    { source: '2001:db8::/32' },
  ]);
  expect(readRules(' \n')).toEqual([]);
});

test('a list is edited a rule a line, with its description', () => {
  const rules = [{ source: '203.0.113.0/24', description: 'Main office' }, { source: '198.51.100.7' }];
  expect(listText(rules)).toBe('203.0.113.0/24 Main office\n198.51.100.7');
  expect(readList(' 203.0.113.0/24   Main office\n\n198.51.100.7\n')).toEqual([
    { source: '203.0.113.0/24', description: 'Main office' },
    { source: '198.51.100.7', description: '' },
  ]);
  expect(readList('\n')).toEqual([]);
});

test('only what differs between two lists is sent', () => {
  const before = [{ source: '0.0.0.0/0', description: 'Anywhere' }, { source: '::/0' }, { source: '192.0.2.1' }];
  expect(rulesChange(before, before)).toEqual({ add: [], remove: [] });
  const after = [
    { source: '::/0', description: '' },
    { source: '192.0.2.1', description: 'CI' },
    { source: '10.0.0.0/8' },
  ];
  expect(rulesChange(before, after)).toEqual({
    add: [{ source: '192.0.2.1', description: 'CI' }, { source: '10.0.0.0/8' }],
    remove: [{ source: '0.0.0.0/0', description: 'Anywhere' }],
  });
});

test('a change that locks out says whom', () => {
  expect(lockedOut(refused('lockout', 'must keep your own address, 2001:db8::7, unless force is true'))).toBe(
    '2001:db8::7',
  );
  expect(lockedOut(refused('lockout', 'must not'))).toBe('');
  expect(lockedOut(refused('format', 'must be an IP address'))).toBeNull();
  expect(lockedOut(new Error('away'))).toBeNull();
});

function refused(code: string, message: string): ApiError {
  return new ApiError('Refused.', 400, '', null, [{ path: 'ipAccessList', code, message }]);
}
