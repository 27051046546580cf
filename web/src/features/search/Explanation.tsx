import { ActionIcon, Text, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { describe } from '../../api/error';
import { Icon } from '../../components/Icon';
import { TelemetryText } from '../../components/TelemetryText';
import { explanationQuery, type Asked } from './queries';
import classes from './search.module.css';

interface ExplainSwitchProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** Shows or hides what the query means. */
export function ExplainSwitch({ isOn, onChange }: ExplainSwitchProps) {
  return (
    <Tooltip label={isOn ? 'Hide the explanation' : 'Explain the query in words'}>
      <ActionIcon
        variant={isOn ? 'light' : 'default'}
        size={30}
        aria-label="Explain query"
        aria-pressed={isOn}
        onClick={() => onChange(!isOn)}
      >
        <Icon name="words" size={14} />
      </ActionIcon>
    </Tooltip>
  );
}

interface ExplanationProps {
  asked: Asked;
  /** What was typed; the filters say themselves what they mean. */
  q: string;
  hasFilters: boolean;
}

/** What the query asks for, in words. */
export function Explanation({ asked, q, hasFilters }: ExplanationProps) {
  const { data, error, isPlaceholderData } = useQuery(explanationQuery({ ...asked, where: q }));
  return (
    <Text size="xs" className={classes.words} data-stale={isPlaceholderData || undefined} role="status">
      {data === undefined && error !== null && describe(error)}
      {data !== undefined && (q.trim() === '' ? 'Finds all rows' : 'Finds rows where: ')}
      {data !== undefined && q.trim() !== '' && <TelemetryText text={data} isOneLine />}
      {data !== undefined && hasFilters && ', narrowed by the filters below'}
    </Text>
  );
}
