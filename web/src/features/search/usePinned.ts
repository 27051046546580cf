import type { Source } from '../../api/stack.gen';
import { useKeptList } from './useKeptList';

/** The facets of a source that stay at the top. */
export function usePinned(source: Source) {
  const [pinned, togglePin] = useKeptList(`cairn-pinned-facets-${source.id}`);
  return { pinned, togglePin };
}
