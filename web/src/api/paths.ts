import type { CloudPaths } from './cloud.gen';
import type { PromPaths } from './prom.gen';
import type { StackPaths } from './stack.gen';
import type { UiPaths } from './ui.gen';

/** All operations of this server's APIs, by path and method. */
type Paths = StackPaths & CloudPaths & UiPaths & PromPaths;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The paths that have a method. */
export type PathOf<M extends Method> = { [P in keyof Paths]: M extends keyof Paths[P] ? P : never }[keyof Paths];

/** What an operation takes and replies. */
type Operation<M extends Method, P extends PathOf<M>> = M extends keyof Paths[P] ? Paths[P][M] : never;

/** What an operation takes: `path`, `query`, `body` and `etag`, as far as it has them. */
export type Input<M extends Method, P extends PathOf<M>> = Omit<Operation<M, P>, 'reply'>;

/** The JSON that an operation replies. */
export type Reply<M extends Method, P extends PathOf<M>> = Operation<M, P> extends { reply: infer Body } ? Body : never;

/** What is in the envelope of a reply: `data` in the stack's APIs, `result` in the cloud's. */
export type Content<M extends Method, P extends PathOf<M>> =
  Reply<M, P> extends { data: infer Inner } | { result: infer Inner } ? Inner : undefined;

/** An argument that may be left out when nothing in it is required. */
export type Optional<Argument> = object extends Argument ? [argument?: Argument] : [argument: Argument];

type Value = string | number | readonly string[] | undefined;

/** What stands in the address of a request. */
export interface AddressParts {
  path?: Record<string, string>;
  query?: Record<string, Value>;
}

/** The path with the names in braces filled in, and the query; what is undefined is left out. */
export function fillIn(template: string, { path = {}, query = {} }: AddressParts): string {
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
  const search = new URLSearchParams(Object.entries(query).flatMap(([name, value]) => pairs(name, value)));
  return search.size === 0 ? filled : `${filled}?${search}`;
}

function pairs(name: string, value: Value): [string, string][] {
  return [value ?? []].flat().map((one) => [name, String(one)]);
}
