import { ActionIcon, Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import type { SavedSearch } from '../../api/stack.gen';
import { sourcesQuery } from '../../api/telemetry';
import { compareNames } from '../../compare';
import { EmptyState } from '../../components/EmptyState';
import { Icon } from '../../components/Icon';
import { Page } from '../../components/Page';
import { Panel } from '../../components/Panel';
import { Table, type Column } from '../../components/Table';
import { TelemetryText } from '../../components/TelemetryText';
import { View } from '../../components/View';
import { matching } from '../parts/tagged';
import { TagBadges, useNarrowing } from '../parts/Tags';
import { When } from '../parts/When';
import { savedListQuery } from './savedCalls';
import { DeleteSavedDialog, RenameSavedDialog } from './SavedDialogs';
import { SavedMenu } from './SavedMenu';
import classes from './search.module.css';
import { useStars } from './stars';

type Open = { kind: 'rename' | 'delete'; saved: SavedSearch } | null;

/** All saved searches of the team. */
export function SavedSearchesPage() {
  const searches = useQuery(savedListQuery);
  const names = new Map((useQuery(sourcesQuery).data ?? []).map(({ id, name }) => [id, name]));
  const { narrowing, fields } = useNarrowing('Find saved searches', searches.data ?? []);
  const [open, setOpen] = useState<Open>(null);
  const star = useStars();
  const close = () => setOpen(null);
  const toSearch = (
    <Button variant="default" renderRoot={(props) => <Link to="/search" {...props} />}>
      Search
    </Button>
  );
  const empty = (
    <EmptyState title="No saved searches yet" icon="save" action={toSearch}>
      Search for something, then choose Save. The whole team finds it here.
    </EmptyState>
  );
  return (
    <Page title="Saved searches" actions={toSearch}>
      <View
        query={searches}
        failure="The saved searches could not be loaded"
        isEmpty={(list) => list.length === 0}
        empty={empty}
      >
        {(list) => (
          <>
            {fields}
            <Panel isFlush>
              <Table
                label="Saved searches"
                columns={[starColumn(star), ...columnsOf(names, setOpen)]}
                rows={sortedByName(matching(list, narrowing))}
                rowKey={({ id }) => id}
                initialOrder={{ key: 'star', isDescending: false }}
              />
            </Panel>
          </>
        )}
      </View>
      {open?.kind === 'rename' && <RenameSavedDialog saved={open.saved} onClose={close} />}
      {open?.kind === 'delete' && <DeleteSavedDialog saved={open.saved} onClose={close} />}
    </Page>
  );
}

/** Equal rows stay in this order, whatever the table is sorted by. */
function sortedByName(list: SavedSearch[]): SavedSearch[] {
  return list.toSorted((one, other) => compareNames(one.name, other.name));
}

function starColumn({ stars, toggleStar }: ReturnType<typeof useStars>): Column<SavedSearch> {
  return {
    key: 'star',
    name: 'Starred',
    width: 88,
    isWhole: true,
    sortBy: ({ id }) => (stars.includes(id) ? 0 : 1),
    cell: ({ id, name }) => (
      <ActionIcon
        variant="subtle"
        color={stars.includes(id) ? 'accent' : 'gray'}
        className={classes.star ?? ''}
        aria-label={`Star ${name}`}
        aria-pressed={stars.includes(id)}
        onClick={() => toggleStar(id)}
      >
        <Icon name="star" size={14} />
      </ActionIcon>
    ),
  };
}

function columnsOf(sources: Map<string, string>, onOpen: (open: Open) => void): Column<SavedSearch>[] {
  return [
    {
      key: 'name',
      name: 'Name',
      sortBy: ({ name }) => name.toLowerCase(),
      cell: ({ id, name }) => (
        <Anchor size="sm" fw={500} renderRoot={(props) => <Link to="/search" search={{ saved: id }} {...props} />}>
          {name}
        </Anchor>
      ),
    },
    { key: 'tags', name: 'Tags', isMinor: true, cell: ({ tags = [] }) => <TagBadges tags={tags} /> },
    {
      key: 'source',
      name: 'Source',
      width: 110,
      isMinor: true,
      sortBy: ({ sourceId }) => sources.get(sourceId) ?? '',
      cell: ({ sourceId, sourceMissing = false }) => (sourceMissing ? 'Deleted' : sources.get(sourceId)),
    },
    {
      key: 'query',
      name: 'Query',
      isMinor: true,
      cell: (saved) => (
        <span className={classes.savedQuery}>
          <TelemetryText text={queryText(saved)} isOneLine />
        </span>
      ),
    },
    {
      key: 'updated',
      name: 'Changed',
      width: 120,
      isWhole: true,
      isMinor: true,
      sortBy: ({ updatedAt }) => updatedAt,
      cell: ({ updatedAt }) => <When at={updatedAt} />,
    },
    {
      key: 'actions',
      name: '',
      width: 48,
      isWhole: true,
      cell: (saved) => (
        <SavedMenu
          saved={saved}
          onRename={() => onOpen({ kind: 'rename', saved })}
          onDelete={() => onOpen({ kind: 'delete', saved })}
        />
      ),
    },
  ];
}

/** What it asks for, on one line: the query, then the filters. */
function queryText({ where = '', filters = [] }: SavedSearch): string {
  return [where, ...filters.map(({ condition = '' }) => condition)].filter((part) => part !== '').join(' · ');
}
