import { useQuery } from '@tanstack/react-query';

import type { Source } from '../../api/stack.gen';
import { translate } from '../../components/query/translate';
import type { TimeSpan } from '../../time/range';
import { fieldsQuery } from './queries';
import { searchable } from './state';
import type { Language } from './where';

/** Writes conditions on a source in the other language; null when that can't be done for certain. */
export function useTranslation(source: Source | undefined, span: TimeSpan) {
  const isRead = source !== undefined && searchable([source]).length > 0;
  const fields = useQuery({ ...fieldsQuery({ source: { id: source?.id ?? '' }, span }), enabled: isRead }).data;
  const types = new Map((fields ?? []).map(({ name, type }) => [name, type]));
  const text = textColumn(source);
  return (condition: string, to: Language): string | null =>
    condition.trim() === '' || fields !== undefined
      ? translate(condition, to, { text, isNumber: (name) => types.get(name) === 'number' })
      : null;
}

function textColumn(source: Source | undefined): string {
  const usual = source?.kind === 'trace' ? 'SpanName' : 'Body';
  const column = source?.implicitColumnExpression ?? usual;
  return /^\w+$/.test(column) ? column : '';
}
