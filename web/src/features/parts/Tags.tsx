import { Badge, Button, Group, TagsInput, TextInput, type TagsInputProps } from '@mantine/core';
import { useState } from 'react';

import { Icon } from '../../components/Icon';
import { tagsOf, tidyTags, type Narrowing } from './tagged';

/** The tags of one thing. */
export function TagBadges({ tags }: { tags: string[] }) {
  return (
    <Group gap={4}>
      {tags.map((tag) => (
        <Badge key={tag} size="sm" variant="default" tt="none" fw={400} miw="fit-content">
          {tag}
        </Badge>
      ))}
    </Group>
  );
}

interface TagsFieldProps extends Pick<TagsInputProps, 'label' | 'aria-label' | 'description' | 'placeholder' | 'w'> {
  value: string[];
  onChange: (tags: string[]) => void;
}

/** The limits of the API. */
const [tagsMax, tagCharsMax] = [50, 32];

/** The tags of one thing, to be typed. */
export function TagsField({ onChange, ...props }: TagsFieldProps) {
  return (
    <TagsInput {...props} maxTags={tagsMax} maxLength={tagCharsMax} onChange={(tags) => onChange(tidyTags(tags))} />
  );
}

type NamedList = { name: string; tags?: string[] }[];

/** What a list is narrowed to, and the fields that narrow it. */
export function useNarrowing(label: string, list: NamedList) {
  const [narrowing, setNarrowing] = useState<Narrowing>({ text: '', tag: '' });
  const fields = <NarrowingFields label={label} list={list} narrowing={narrowing} onChange={setNarrowing} />;
  return { narrowing, fields };
}

interface NarrowingFieldsProps {
  label: string;
  list: NamedList;
  narrowing: Narrowing;
  onChange: (narrowing: Narrowing) => void;
}

/** The fields that narrow a list by name and tag. */
export function NarrowingFields({ label, list, narrowing, onChange }: NarrowingFieldsProps) {
  const { text, tag } = narrowing;
  return (
    <Group gap="sm" mb="md">
      <TextInput
        aria-label={label}
        placeholder="Find by name or tag"
        size="xs"
        w={260}
        leftSection={<Icon name="search" size={14} />}
        value={text}
        onChange={(event) => onChange({ ...narrowing, text: event.currentTarget.value })}
      />
      <Group gap={4} role="group" aria-label="Tags">
        {tagsOf(list).map((one) => (
          <Button
            key={one}
            size="compact-xs"
            variant={one === tag ? 'filled' : 'default'}
            aria-pressed={one === tag}
            onClick={() => onChange({ ...narrowing, tag: one === tag ? '' : one })}
          >
            {one}
          </Button>
        ))}
      </Group>
    </Group>
  );
}
