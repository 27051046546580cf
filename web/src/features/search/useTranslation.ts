import { useQueryClient } from '@tanstack/react-query';

import type { SearchField, Source } from '../../api/stack.gen';
import { translate } from '../../components/query/translate';
import type { TimeSpan } from '../../time/range';
import { fieldsQuery } from './queries';
import { searchable } from './state';
import type { Language } from './where';

/** Writes a condition on a source in the other language; null when that can't be done for certain. */
type Translate = (condition: string, to: Language) => Promise<string | null>;

/** Translates conditions; which fields are numbers is asked for first. */
export function useTranslation(source: Source | undefined, span: TimeSpan): Translate {
  const client = useQueryClient();
  const fieldsOf = async (read: Source): Promise<SearchField[] | null> =>
    client.ensureQueryData(fieldsQuery({ source: read, span })).catch(() => null);
  return async (condition, to) => {
    if (condition.trim() === '') return '';
    const fields = source !== undefined && searchable([source]).length > 0 ? await fieldsOf(source) : null;
    if (source === undefined || fields === null) return null;
    const types = new Map(fields.map(({ name, type }) => [name, type]));
    return translate(condition, to, { text: textColumn(source), isNumber: (name) => types.get(name) === 'number' });
  };
}

function textColumn(source: Source): string {
  const column = source.implicitColumnExpression ?? (source.kind === 'trace' ? 'SpanName' : 'Body');
  return /^\w+$/.test(column) ? column : '';
}
