import { expect, test } from 'vitest';

import { unknownWords, variablesIn, withVariable } from './template';

test('a variable goes where the caret is', () => {
  expect(withVariable('a  c', 2, 2, 'value')).toEqual({ text: 'a {{value}} c', caret: 11 });
  expect(withVariable('abc', 0, 3, 'attributes.http.route')).toEqual({
    text: '{{attributes.http.route}}',
    caret: 25,
  });
  expect(withVariable('', 0, 0, 'attributes.Span Name').text).toBe('{{attributes.[Span Name]}}');
});

test.each([
  ['{{value}} of {{{ group }}}', ['value', 'group']],
  ['{{#if (eq state "ALERT")}}on{{else}}off{{/if}}', ['state']],
  ['{{#unless group}}x{{/unless}}{{#is_match "alert.name" "a"}}{{/is_match}}', ['group', 'alert.name']],
  ['{{! a comment }} \\{{no}}', []],
  ['{{attributes.[http.route]}}', ['attributes.http.route']],
])('%s reads %j', (text, names) => {
  expect(variablesIn(text)).toEqual(names);
});

test('a variable that does not exist is named, with one like it', () => {
  const known = ['value', 'savedSearch.name'];
  expect(unknownWords('{{value}} {{attributes.x}}', known)).toBeNull();
  expect(unknownWords('{{Value}}', known)).toBe('There is no variable “Value”. Did you mean “value”?');
  expect(unknownWords('{{nope}}', known)).toBe('There is no variable “nope”. Choose one from the list.');
  expect(unknownWords('{{nope}}', [])).toBeNull();
});
