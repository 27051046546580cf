import { Anchor, Text } from '@mantine/core';

import type { Warning } from '../api/stack.gen';

interface UnknownNamesProps {
  warnings: Warning[] | undefined;
  /** Puts a name that is known in the place of one that is not. */
  onUse?: (name: string, known: string) => void;
}

/** Which names of a query no record has, and what may have been meant; and what else is said about a result. */
export function UnknownNames({ warnings, onUse }: UnknownNamesProps) {
  const found = [...new Map((warnings ?? []).map((warning) => [warning.name || warning.message, warning])).values()];
  if (found.length === 0) return null;
  const names = found.filter(({ name }) => name !== '');
  return (
    <div role="status">
      {found
        .filter(({ name }) => name === '')
        .map(({ message }) => (
          <Text key={message} size="xs" c="var(--cairn-caution)">
            {message}
          </Text>
        ))}
      {names.map(({ name, suggestions }) => (
        <Text key={name} size="xs" c="var(--cairn-caution)">
          No record in this time range has <b>{name}</b>.{suggestions.length > 0 && ' Did you mean '}
          {suggestions.map((known, at) => (
            <span key={known}>
              {at > 0 && ' or '}
              <Known name={known} {...(onUse !== undefined && { onUse: () => onUse(name, known) })} />
            </span>
          ))}
          {suggestions.length > 0 && '?'}
        </Text>
      ))}
    </div>
  );
}

function Known({ name, onUse }: { name: string; onUse?: () => void }) {
  if (onUse === undefined) return <b>{name}</b>;
  return (
    <Anchor component="button" type="button" size="xs" onClick={onUse}>
      {name}
    </Anchor>
  );
}
