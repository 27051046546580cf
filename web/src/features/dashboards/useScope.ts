import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';

import type { Filter } from '../../api/stack.gen';
import { useTimeRange } from '../../time/useTimeRange';
import { groupFilter, type GroupPart } from '../drill/address';
import { whereOf } from '../search/where';
import { choicesFor, choicesIn, conditionIn } from './address';
import type { Choices, Scope } from './scope';
import type { Board } from './types';

/** What the tiles are narrowed to; it is in the address, so that it can be shared. */
export function useScope(board: Pick<Board, 'filters' | 'savedQuery' | 'savedQueryLanguage'>) {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const { span } = useTimeRange();
  const [filtersKey, choicesKey] = [JSON.stringify(board.filters), JSON.stringify(choicesIn(search))];
  const { where, whereLanguage } = conditionIn(search, board);
  const scope = useMemo(
    (): Scope => ({
      span,
      filters: JSON.parse(filtersKey),
      choices: JSON.parse(choicesKey),
      query: { where, whereLanguage },
    }),
    [span, filtersKey, choicesKey, where, whereLanguage],
  );
  const put = (part: Record<string, unknown>) =>
    void navigate({ to: '.', search: (before: Record<string, unknown>) => ({ ...before, ...part }) });
  const choose = (choices: Choices) => put({ filters: choicesFor(choices) });
  const ask = (text: string) => put({ q: text === (board.savedQuery ?? '') ? undefined : text });
  const narrow = (part: GroupPart, isExcluding: boolean) => {
    const filter = board.filters.find((one) => canNarrow(one, part));
    if (filter !== undefined && !isExcluding) choose({ ...scope.choices, [filter.id ?? '']: [part.value] });
    else ask(whereOf(where, whereLanguage, [groupFilter(part, isExcluding)]));
  };
  return { scope, choose, ask, narrow };
}

/** Says whether a choice of the filter keeps all tiles to a group. */
function canNarrow({ type, expression, values = [], isBroadcastEnabled }: Filter, part: GroupPart): boolean {
  if (expression !== part.expression || isBroadcastEnabled === false) return false;
  return type !== 'LIST' || values.includes(part.value);
}
