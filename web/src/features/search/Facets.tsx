import { Box, ScrollArea, Skeleton, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';

import { Icon } from '../../components/Icon';
import { PartialOf } from '../../components/MissingShards';
import { counted } from '../../number';
import { Facet, type FacetActs } from './Facet';
import { facetFields, namedLike, usuallyOpen } from './facetFields';
import classes from './Facets.module.css';
import { fieldsQuery, foundValuesQuery, searchedFieldsMax, type Asked } from './queries';
import { usePinned } from './usePinned';

interface FacetsProps extends FacetActs {
  asked: Asked;
  /** They have a page of their own on a phone. */
  isPage?: boolean;
}

const typingMs = 250;

/** The fields of the rows with their most frequent values: a click narrows the search. */
export function Facets({ asked, isPage = false, ...acts }: FacetsProps) {
  const { source } = asked;
  const fields = useQuery(fieldsQuery(asked));
  const [text, setText] = useState('');
  const { pinned, togglePin } = usePinned(source);
  const all = useMemo(() => facetFields(fields.data ?? [], source, pinned), [fields.data, source, pinned]);
  const { found, ...search } = useFoundValues(asked, all, text);
  const named = new Set(namedLike(all, text));
  const shown = all.filter((field) => named.has(field) || found.has(field.expression));
  return (
    <Box component="aside" className={classes.facets} data-page={isPage || undefined} aria-label="Facets">
      <TextInput
        className={classes.find}
        placeholder="Find a field or value"
        aria-label="Find a field or value"
        leftSection={<Icon name="filter" size={14} />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Box className={classes.partial}>
        <PartialOf queryKey={['search', 'facet', source.id]} />
      </Box>
      <ScrollArea
        className={classes.scroll}
        type="auto"
        scrollbarSize={8}
        viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': 'Fields' }}
      >
        {fields.isPending && <Skeletons />}
        {shown.map((field) => (
          <Facet
            key={`${source.id} ${field.name}`}
            asked={asked}
            field={field}
            found={found.get(field.expression)}
            isPinned={pinned.includes(field.name)}
            onPin={() => togglePin(field.name)}
            isOpenAtFirst={usuallyOpen(field, source)}
            {...acts}
          />
        ))}
        {text.trim() !== '' && <Outcome {...search} hasShown={shown.length > 0} />}
      </ScrollArea>
    </Box>
  );
}

const nothing = new Map<string, { value: string; count: number }[]>();

/** The values that hold what is typed, once it stays for a moment. */
function useFoundValues(asked: Asked, fields: { expression: string; type: string }[], text: string) {
  const [contains] = useDebouncedValue(text.trim(), typingMs);
  const texts = fields.filter(({ type }) => type === 'text').map(({ expression }) => expression);
  const values = useQuery(foundValuesQuery(asked, texts, contains));
  const isSearching = contains !== text.trim() || values.isFetching;
  return {
    found: text.trim() === '' ? nothing : (values.data ?? nothing),
    isSearching,
    hasFailed: values.isError,
    isCut: texts.length > searchedFieldsMax,
  };
}

interface OutcomeProps {
  isSearching: boolean;
  hasFailed: boolean;
  /** There are more fields than are looked into. */
  isCut: boolean;
  hasShown: boolean;
}

function Outcome(props: OutcomeProps) {
  return (
    <div className={classes.none} role="status">
      {outcomeWords(props)}
    </div>
  );
}

function outcomeWords({ isSearching, hasFailed, isCut, hasShown }: OutcomeProps): string {
  if (isSearching) return 'Searching values…';
  if (hasFailed) return 'The values could not be searched.';
  const none = hasShown ? '' : 'No field or value matches. ';
  return isCut ? `${none}Values of the first ${counted(searchedFieldsMax, 'field')} were searched.` : none;
}

function Skeletons() {
  return (
    <Stack gap="sm" p="md" role="status" aria-label="Loading the fields">
      {[80, 60, 70, 50].map((width) => (
        <Skeleton key={width} h={16} w={`${width}%`} />
      ))}
    </Stack>
  );
}
