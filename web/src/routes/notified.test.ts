import { expect, test } from 'vitest';

import { countedBy, highlighted } from './notified';

test('the link of a notification leads to the events of its window', () => {
  expect(countedBy('65a0', { from: '1793534400000', to: '1793534700000', isLive: 'false' })).toEqual({
    saved: '65a0',
    from: '1793534400000',
    to: '1793534699999',
  });
  const group = [{ name: 'ServiceName', value: 'api' }];
  expect(countedBy('65a0', { group })).toEqual({ saved: '65a0', group });
  expect(countedBy('65a0', { from: 'now-1h', to: 'now', team: '65a1' })).toEqual({
    saved: '65a0',
    from: 'now-1h',
    to: 'now',
    team: '65a1',
  });
});

test('a highlighted tile is the one that opens', () => {
  expect(highlighted({ from: '1', to: '2', granularity: '5m', highlightedTileId: 'a' })).toEqual({
    from: '1',
    to: '2',
    granularity: undefined,
    tile: 'a',
  });
  expect(highlighted({ tile: 'a' })).toBeNull();
});
