import { Switch, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { Dialog } from '../../components/Dialog';
import { TagsField } from '../parts/Tags';
import { savedSelect } from './columns';
import { orderByOf } from './order';
import type { Asked } from './queries';
import { createSaved, useSavedChanged } from './savedCalls';
import { useSearchState } from './useSearchState';
import { savedFilter } from './where';

interface SaveDialogProps {
  asked: Asked;
  columns: string[];
  /** An alert is wanted for it. */
  isForAlert?: boolean;
  onClose: () => void;
}

/** Keeps the search under a name, for everybody of the team. */
export function SaveDialog({ asked, columns, isForAlert = false, onClose }: SaveDialogProps) {
  const [state] = useSearchState();
  const [name, setName] = useState('');
  const [tags, setTags] = useState<string[]>([]);
  const [isWatched, setWatched] = useState(isForAlert);
  const navigate = useNavigate();
  const changed = useSavedChanged();
  const saving = useMutation({
    mutationFn: createSaved,
    async onSuccess({ id }) {
      await changed();
      onClose();
      if (isWatched) await navigate({ to: '/alerts', search: { new: 'search', savedSearch: id } });
    },
  });
  const save = () =>
    saving.mutate({
      name,
      tags,
      sourceId: asked.source.id,
      where: state.q,
      whereLanguage: state.lang,
      select: savedSelect(columns, asked.source),
      orderBy: orderByOf(state.order),
      filters: state.filters.map((filter) => ({ type: 'sql', condition: savedFilter(filter) })),
    });
  return (
    <Dialog
      title="Save this search"
      action="Save search"
      content={[name, tags, isWatched]}
      onClose={onClose}
      onSubmit={save}
      isBusy={saving.isPending}
      isIncomplete={name.trim() === ''}
      error={saving.error}
    >
      <TextInput
        label="Name"
        description="It is listed under Saved searches and in the command palette, and alerts can watch it."
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
        required
      />
      <TagsField label="Tags" value={tags} onChange={setTags} />
      <Switch
        label="Create an alert for it next"
        checked={isWatched}
        onChange={(event) => setWatched(event.currentTarget.checked)}
      />
    </Dialog>
  );
}
