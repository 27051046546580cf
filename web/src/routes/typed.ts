import { luceneText } from '../components/query/quoted';
import type { Thing } from './commandQueries';

/** What can be done with a text itself, besides finding something that has it as a name. */
interface TypedWay extends Thing {
  /** It is what was meant, whatever else has such a name. */
  isFirst: boolean;
}

const traceId = /^[0-9a-f]{32}$/i;
/** Ids of requests, users and machines: long, with a digit, without a space. */
const idLike = /^(?=.*\d)[\w.:-]{8,}$/;
/** Signs that would make a text mean something else in the search language. */
const special = /[^\p{L}\p{N}_.]/u;

/** The ways that a text opens by itself: the trace of an id, the log records that have it. */
export function typedWays(text: string): TypedWay[] {
  const typed = text.trim();
  if (typed === '') return [];
  const q = special.test(typed) ? luceneText(typed) : typed;
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
