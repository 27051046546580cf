import { ActionIcon, Tooltip } from '@mantine/core';

import { Icon } from './Icon';
import { copyWords, useCopy } from './useCopy';

interface CopyButtonProps {
  value: string;
  /** What is copied, such as `ingestion key`. */
  what: string;
}

/** Puts a text into the clipboard. */
export function CopyButton({ value, what }: CopyButtonProps) {
  const { state, copy } = useCopy();
  const words = copyWords(state, `Copy ${what}`);
  return (
    <Tooltip label={words}>
      <ActionIcon variant="subtle" color="gray" aria-label={words} onClick={() => copy(value)}>
        <Icon name={state === 'copied' ? 'met' : 'copy'} />
      </ActionIcon>
    </Tooltip>
  );
}
