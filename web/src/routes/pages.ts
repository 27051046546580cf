import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';

import { RouteNotFound } from './states';

type PageModule = Record<string, RouteComponent>;

/** Every page of the interface is a file `features/<feature>/<Name>Page.tsx` that exports `<Name>Page`. */
const files = import.meta.glob<PageModule>('../features/*/*Page.tsx');

/**
 * The page of a file such as `search/SearchPage`, loaded when it is first
 * visited. A feature that this build leaves out has no page: its address is
 * not found, and hasPage keeps it out of the navigation.
 */
export function page(name: string): RouteComponent {
  const load = files[path(name)];
  if (load === undefined) return RouteNotFound;
  return lazyRouteComponent(load, name.slice(name.lastIndexOf('/') + 1));
}

/** Says whether this build has a page. */
export function hasPage(name: string): boolean {
  return files[path(name)] !== undefined;
}

function path(name: string): string {
  return `../features/${name}.tsx`;
}
