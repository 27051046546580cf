import { expect, test } from 'vitest';

import { commentsAround } from './comments';

test.each([
  ['up', '', 'up', ''],
  ['# who is there\n  up # now\n# end\n', '# who is there\n  ', 'up', ' # now\n# end'],
  ['up{a="# no comment"}', '', 'up{a="# no comment"}', ''],
  ['# nothing else', '', '', '# nothing else'],
  ['', '', '', ''],
])('%j: comments around the code are taken off', (text, head, code, tail) => {
  expect(commentsAround(text)).toEqual({ head, code, tail, isWithin: false });
});

test('a comment within the code is found, also beside others', () => {
  expect(commentsAround('# sum\nsum( # of all\n  up\n)')).toMatchObject({ head: '# sum\n', isWithin: true });
});
