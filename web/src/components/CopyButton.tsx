import { ActionIcon, CopyButton as Copy, Tooltip } from '@mantine/core';

import { Icon } from './Icon';

interface CopyButtonProps {
  value: string;
  /** What is copied, such as `ingestion key`. */
  what: string;
}

/** Puts a text into the clipboard. */
export function CopyButton({ value, what }: CopyButtonProps) {
  return (
    <Copy value={value}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : `Copy ${what}`}>
          <ActionIcon variant="subtle" color="gray" aria-label={copied ? 'Copied' : `Copy ${what}`} onClick={copy}>
            <Icon name={copied ? 'met' : 'copy'} />
          </ActionIcon>
        </Tooltip>
      )}
    </Copy>
  );
}
