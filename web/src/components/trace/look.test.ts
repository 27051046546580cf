import { expect, test } from 'vitest';

import { firstLook, readLook, writeLook } from './look';

test('an address keeps the open span, the words and the zoom', () => {
  const look = { span: 'a1', find: 'pay "now"', zoom: { from: 0.5, length: 20 } };
  expect(writeLook(look)).toEqual({ span: 'a1', find: 'pay "now"', zoom: '0.5,20.5' });
  expect(readLook(writeLook(look))).toEqual(look);
  expect(writeLook(firstLook)).toEqual({});
  expect(writeLook({ ...firstLook, zoom: { from: 0.1, length: 0.2 } }).zoom).toBe('0.1,0.3');
});

test('what an address can’t mean is left out', () => {
  expect(readLook({})).toEqual(firstLook);
  expect(readLook({ span: 1234, find: ['x'], zoom: { from: 1 } })).toEqual({ ...firstLook, span: '1234' });
});

test.each(['', '1', ',5', '5,', '5,5', '6,5', '-1,5', '1,x', '1,Infinity'])('%j is no zoom', (zoom) => {
  expect(readLook({ zoom }).zoom).toBeNull();
});
