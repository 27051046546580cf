import { useQuery } from '@tanstack/react-query';

import type { Source } from '../../api/stack.gen';
import { sourcesQuery } from '../../api/telemetry';
import { EmptyState } from '../../components/EmptyState';
import { Page } from '../../components/Page';
import { Lines, View } from '../../components/View';
import { SearchBody } from './SearchBody';
import { searchable } from './state';
import { useSavedSearch } from './useSavedSearch';

/** Finds log records and spans. */
export function SearchPage() {
  const sources = useQuery(sourcesQuery);
  const saved = useSavedSearch();
  const empty = (
    <EmptyState title="There is no source to search">Add a log or trace source in the team settings.</EmptyState>
  );
  if (saved !== null)
    return (
      <Page title="Search">
        <View query={saved} failure="The saved search could not be loaded">
          {() => <Lines />}
        </View>
      </Page>
    );
  if (sources.data !== undefined && searchable(sources.data).length > 0)
    return <SearchBody sources={searchable(sources.data)} />;
  return (
    <Page title="Search">
      <View<Source[]>
        query={sources}
        failure="The sources could not be loaded"
        isEmpty={(all) => searchable(all).length === 0}
        empty={empty}
      >
        {() => null}
      </View>
    </Page>
  );
}
