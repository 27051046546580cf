import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';

import { Icon } from '../../components/Icon';

/** Opens a trace by its id. */
export function TraceIdForm() {
  const [text, setText] = useState('');
  const navigate = useNavigate();
  const id = text.trim().toLowerCase();
  const isId = /^[\da-f]{32}$/.test(id);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isId) void navigate({ to: '/traces/$traceId', params: { traceId: id } });
  };
  return (
    <form onSubmit={submit}>
      <TextInput
        w={300}
        maw="100%"
        placeholder="Open a trace by its id"
        aria-label="Trace id"
        leftSection={<Icon name="trace" size={14} />}
        value={text}
        error={text !== '' && !isId}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </form>
  );
}
