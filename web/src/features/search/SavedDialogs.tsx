import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { SavedSearch } from '../../api/stack.gen';
import { counted } from '../../number';
import { alertsQuery } from '../alerts/calls';
import { ConfirmDialog, FormDialog } from '../parts/Dialogs';
import { TagsField } from '../parts/Tags';
import { deleteSaved, renameSaved, useSavedChanged } from './savedCalls';

interface SavedDialogProps {
  saved: SavedSearch;
  onClose: () => void;
}

/** Changes what a saved search is called and tagged with. */
export function RenameSavedDialog({ saved, onClose }: SavedDialogProps) {
  const [name, setName] = useState(saved.name);
  const [tags, setTags] = useState(saved.tags ?? []);
  const changed = useSavedChanged();
  const submit = async () => {
    await renameSaved(saved.id, name.trim(), tags);
    await changed();
  };
  return (
    <FormDialog
      title={`Edit ${saved.name}`}
      submit="Save"
      content={[name, tags]}
      onSubmit={submit}
      onClose={onClose}
      isReady={name.trim() !== ''}
    >
      <TextInput
        label="Name"
        value={name}
        maxLength={1024}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <TagsField label="Tags" value={tags} onChange={setTags} />
    </FormDialog>
  );
}

/** Asks before a saved search goes, and its alerts with it. */
export function DeleteSavedDialog({ saved, onClose }: SavedDialogProps) {
  const alerts = useQuery(alertsQuery).data?.filter(({ savedSearchId }) => savedSearchId === saved.id) ?? [];
  const changed = useSavedChanged();
  const remove = async () => {
    await deleteSaved(saved.id);
    await changed();
  };
  return (
    <ConfirmDialog title={`Delete ${saved.name}?`} confirm="Delete" onConfirm={remove} onClose={onClose}>
      The search is deleted for the whole team
      {alerts.length > 0 && <b>, and {counted(alerts.length, 'alert')} on it</b>}. This can’t be undone.
    </ConfirmDialog>
  );
}
