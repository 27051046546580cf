import { Button, Group, Select, TextInput } from '@mantine/core';

import { Icon } from '../../components/Icon';
import { useTypedFind } from '../../components/useTypedFind';
import { filterNames, kindNames, noFilter, outcomeNames, type AuditFilter } from './audit';

interface AuditFiltersProps {
  filter: AuditFilter;
  onChange: (filter: AuditFilter) => void;
}

/** The fields that narrow the audit log. What is typed counts once it stays for a moment. */
export function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const isNarrowed = filterNames.some((name) => filter[name] !== '');
  return (
    <Group gap="sm" align="flex-end" role="search" aria-label="Filter the audit log">
      <Typed
        label="Text"
        placeholder="Name, address or change"
        value={filter.text}
        onSettled={(text) => onChange({ ...filter, text })}
      />
      <Typed
        label="Who"
        placeholder="E-mail address or key"
        value={filter.actor}
        onSettled={(actor) => onChange({ ...filter, actor })}
      />
      <Choice
        label="Subject"
        names={kindNames}
        value={filter.kind}
        onChoose={(kind) => onChange({ ...filter, kind, subject: '' })}
      />
      <Choice
        label="Outcome"
        names={outcomeNames}
        value={filter.outcome}
        onChoose={(outcome) => onChange({ ...filter, outcome })}
      />
      <Day label="Since" value={filter.since} onPick={(since) => onChange({ ...filter, since })} />
      <Day label="Until" value={filter.until} onPick={(until) => onChange({ ...filter, until })} />
      {isNarrowed && (
        <Button size="xs" variant="subtle" onClick={() => onChange(noFilter)}>
          Clear filters
        </Button>
      )}
    </Group>
  );
}

interface TypedProps {
  label: string;
  placeholder: string;
  value: string;
  onSettled: (text: string) => void;
}

function Typed({ label, placeholder, value, onSettled }: TypedProps) {
  const [text, setText] = useTypedFind(value, onSettled);
  return (
    <TextInput
      label={label}
      placeholder={placeholder}
      size="xs"
      w={200}
      maxLength={256}
      leftSection={<Icon name="search" size={14} />}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  );
}

interface ChoiceProps {
  label: string;
  names: Record<string, string>;
  value: string;
  onChoose: (value: string) => void;
}

function Choice({ label, names, value, onChoose }: ChoiceProps) {
  return (
    <Select
      label={label}
      placeholder="All"
      size="xs"
      w={140}
      clearable
      data={Object.entries(names).map(([name, shown]) => ({ value: name, label: shown }))}
      value={value === '' ? null : value}
      onChange={(chosen) => onChoose(chosen ?? '')}
    />
  );
}

function Day({ label, value, onPick }: { label: string; value: string; onPick: (day: string) => void }) {
  return (
    <TextInput
      type="date"
      label={label}
      size="xs"
      w={140}
      value={value}
      onChange={(event) => onPick(event.currentTarget.value)}
    />
  );
}
