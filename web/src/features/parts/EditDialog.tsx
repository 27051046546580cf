import { Modal } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';

import type { Versioned } from '../../api/client';
import { Loaded } from './Loaded';

interface EditDialogProps<Value> {
  /** The record as it is now. */
  query: UseQueryResult<Versioned<Value>>;
  /** What it is, such as `role`. */
  noun: string;
  onClose: () => void;
  /** The editor of what was read. */
  children: (stored: Versioned<Value>) => ReactNode;
}

/** Reads what somebody else may have changed meanwhile before an editor opens. */
export function EditDialog<Value>({ query, noun, onClose, children }: EditDialogProps<Value>) {
  // Kept while the editor is open: reading it again must not take what was typed.
  const [stored, setStored] = useState<Versioned<Value> | null>(null);
  if (stored === null && query.data !== undefined && !query.isFetching) setStored(query.data);
  if (stored !== null) return children(stored);
  return (
    <Modal opened onClose={onClose} title={`Edit ${noun}`} size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Loaded query={query} subject={`The ${noun}`} height={400}>
        {() => null}
      </Loaded>
    </Modal>
  );
}
