import { luceneText } from '../components/query/quoted';
import type { SearchField } from '../api/stack.gen';
import type { Thing } from './thing';

/** What can be done with a text itself, besides finding something that has it as a name. */
interface TypedWay extends Thing {
  /** It is what was meant, whatever else has such a name. */
  isFirst: boolean;
}

const traceId = /^[0-9a-f]{32}$/i;
/** Ids of requests, users and machines: long, with a digit, without a space. */
const idLike = /^(?=.*\d)[\w.:-]{8,}$/;
/** What may be an id, if there is a field that has it. */
const idWord = /^(?=.*\d)[\w.:-]+$/;
/** Signs that would make a text mean something else in the search language. */
const special = /[^\p{L}\p{N}_.]/u;

/** The API looks ids up in so many fields at once. */
const idFieldsMax = 15;

/** The names of fields that hold ids, such as `request.id`, `userId` and `rid`. */
export function idFieldsOf(fields: Pick<SearchField, 'name' | 'key' | 'type'>[]): string[] {
  return fields
    .filter(
      ({ key, type, name }) => key && type === 'text' && /(?:id|uuid|guid)$/i.test(name) && /^[\w.-]+$/.test(name),
    )
    .map(({ name }) => name)
    .slice(0, idFieldsMax);
}

/**
 * The ways that a text opens by itself: the trace of an id, the log records that
 * have it, in their message or in one of the fields for ids.
 */
export function typedWays(text: string, idFields: string[] = []): TypedWay[] {
  const typed = text.trim();
  if (typed === '') return [];
  const plain = special.test(typed) ? luceneText(typed) : typed;
  const inFields = idWord.test(typed) ? idFields.map((field) => `${field}:${luceneText(typed)}`) : [];
  const q = [plain, ...inFields].join(' OR ');
  const logs: TypedWay = {
    id: 'search logs',
    name: `Search logs for “${typed}”`,
    group: 'Search',
    icon: 'search',
    to: '/search',
    search: { q },
    isFirst: idLike.test(typed),
  };
  if (!traceId.test(typed)) return [logs];
  const to = `/traces/${typed.toLowerCase()}`;
  return [
    {
      ...logs,
      id: 'trace',
      name: `Open trace ${typed}`,
      group: 'Traces',
      icon: 'trace',
      to,
      search: {},
      isFirst: true,
    },
    logs,
  ];
}
