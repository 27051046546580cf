import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';

import { Icon } from '../../components/Icon';
import { QueryField } from '../../components/query/QueryField';
import { replaceName } from '../../components/query/replaceName';
import { Untranslated } from '../../components/query/Untranslated';
import { UnknownNames } from '../../components/UnknownNames';
import { useTimeRange } from '../../time/useTimeRange';
import { ExplainSwitch, Explanation } from './Explanation';
import { histogramQuery, type Asked } from './queries';
import { CheatSheet, RecentMenu } from './QueryAids';
import { readRecent, remember, type RecentQuery } from './recent';
import { fieldOf } from './saved';
import classes from './search.module.css';
import type { SearchState } from './state';
import { useHints } from './useHints';
import type { Mistake } from './useMistake';
import { useTranslation } from './useTranslation';
import type { Filter, Language } from './where';

interface QueryRowProps {
  asked: Asked;
  state: SearchState;
  /** What the server says is wrong with the query. */
  mistake: Mistake | null;
  onChange: (change: Partial<SearchState>) => void;
  /** More controls, at the end. */
  children?: ReactNode;
  /** Rows can be watched as they arrive. */
  canTail?: boolean;
}

const placeholders = {
  log: {
    lucene: 'Search: timeout service:checkout -level:debug',
    sql: "Search: ServiceName = 'checkout' AND Body ILIKE '%timeout%'",
  },
  trace: {
    lucene: 'Search: service:checkout http.route:/pay* StatusCode:Error',
    sql: "Search: ServiceName = 'checkout' AND StatusCode = 'Error'",
  },
};

/** What is typed, before it is asked for. */
interface Draft {
  q: string;
  lang: Language;
  /** It is still in the other language. */
  isUntranslated: boolean;
}

/** Where the query is typed, and what is wrong with it. */
export function QueryRow({ asked, state, mistake, onChange, canTail = true, children }: QueryRowProps) {
  const { draft, isOld, recent, type, run, choose, switchTo } = useDraft(asked, state, onChange);
  const [isExplained, setExplained] = useLocalStorage({
    key: 'cairn-query-explained',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const found = useQuery({ ...histogramQuery(asked), enabled: !state.isLive });
  return (
    <div className={classes.query}>
      <Group gap="sm" align="flex-start">
        <QueryField
          label="Query"
          placeholder={placeholders[asked.source.kind === 'trace' ? 'trace' : 'log'][draft.lang]}
          language={draft.lang}
          value={draft.q}
          onChange={type}
          onRun={run}
          hints={useHints([asked.source], asked.span)}
          mistakeAt={isOld ? null : (mistake?.at ?? null)}
          isMain
        />
        <Group gap="sm">
          <RecentMenu recent={recent} onChoose={choose} />
          <CheatSheet language={draft.lang} />
          <ExplainSwitch isOn={isExplained} onChange={setExplained} />
          <SegmentedControl
            aria-label="Query language"
            value={draft.lang}
            onChange={(lang) => void switchTo(lang as Language)}
            data={[
              { value: 'lucene', label: 'Lucene' },
              { value: 'sql', label: 'SQL' },
            ]}
          />
          <Button onClick={run}>Search</Button>
          {canTail && (
            <Button
              variant={state.isLive ? 'light' : 'default'}
              leftSection={<Icon name={state.isLive ? 'pause' : 'play'} size={14} />}
              aria-pressed={state.isLive}
              onClick={() => onChange({ isLive: !state.isLive, row: '' })}
            >
              {state.isLive ? 'Stop tail' : 'Live tail'}
            </Button>
          )}
          {children}
        </Group>
      </Group>
      {draft.isUntranslated && <Untranslated to={draft.lang} then="press Enter" />}
      {mistake !== null && !isOld && (
        <Text size="xs" className={classes.mistake} role="alert">
          {mistake.message}
        </Text>
      )}
      {mistake === null && !isOld && (
        <UnknownNames
          warnings={found.data?.meta.warnings}
          onUse={(name, known) => onChange({ ...withName(state, name, known), row: '' })}
        />
      )}
      {isExplained === true && mistake === null && !isOld && (
        <Explanation asked={asked} q={state.q} hasFilters={state.filters.length > 0} />
      )}
    </div>
  );
}

/** Puts a name that records have in the place of one that they don't have, in the query and in the filters. */
function withName({ q, lang, filters }: SearchState, name: string, known: string): Partial<SearchState> {
  const isOf = (filter: Filter) => filter.field === name || filter.expression === name;
  return {
    q: replaceName(q, lang, name, known),
    filters: filters.map((filter) => (isOf(filter) ? { ...filter, field: fieldOf(known), expression: known } : filter)),
  };
}

/** The query as it is typed; it is asked for when it is run, or when its translation means the same. */
function useDraft(asked: Asked, state: SearchState, onChange: QueryRowProps['onChange']) {
  const { q, lang } = state;
  const [draft, setDraft] = useState<Draft>({ q, lang, isUntranslated: false });
  const [applied, setApplied] = useState({ q, lang });
  const { refresh } = useTimeRange();
  const translated = useTranslation(asked.source, asked.span);
  if (applied.q !== q || applied.lang !== lang) {
    setApplied({ q, lang });
    setDraft({ q, lang, isUntranslated: false });
  }
  const isOld = draft.q !== q || draft.lang !== lang;
  /** How often something was typed or chosen. */
  const turns = useRef(0);
  const [recent, setRecent] = useLocalStorage<RecentQuery[]>({
    key: 'cairn-queries',
    defaultValue: [],
    getInitialValueInEffect: false,
    deserialize: readRecent,
  });
  const choose = (chosen: RecentQuery) => {
    turns.current += 1;
    refresh();
    setRecent((before) => remember(before, chosen));
    if (chosen.q !== q || chosen.lang !== lang) onChange({ q: chosen.q, lang: chosen.lang, row: '' });
    setDraft({ ...chosen, isUntranslated: false });
  };
  const run = () => choose({ q: draft.q, lang: draft.lang });
  const switchTo = async (to: Language) => {
    turns.current += 1;
    const turn = turns.current;
    const other = to === lang && draft.isUntranslated ? draft.q : await translated(draft.q, to);
    // What was typed or chosen meanwhile counts.
    if (turn !== turns.current) return;
    if (other !== null && !isOld) onChange({ q: other, lang: to });
    else setDraft({ q: other ?? draft.q, lang: to, isUntranslated: other === null });
  };
  const type = (text: string) => {
    turns.current += 1;
    setDraft({ ...draft, q: text, isUntranslated: false });
  };
  return { draft, isOld, recent, type, run, choose, switchTo };
}
