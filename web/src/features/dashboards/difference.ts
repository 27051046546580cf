import type { Container, Filter } from '../../api/stack.gen';
import type { Difference } from '../parts/Changes';
import { tileName } from './board';
import { fieldName } from './fieldNames';
import type { Board, BoardTile } from './types';

/** What of a dashboard can be changed. */
type BoardContent = Pick<
  Board,
  'name' | 'tags' | 'filters' | 'containers' | 'savedQuery' | 'savedQueryLanguage' | 'tiles'
>;

/** What somebody did who made one version out of another. */
export function differences(before: BoardContent, after: BoardContent): Difference[] {
  return [
    ...(before.name === after.name ? [] : [{ what: `Name: “${after.name}”`, how: 'changed' }]),
    ...tagDifferences(before.tags, after.tags),
    ...listed('Filter', before.filters, after.filters, filterHow),
    ...listed('Section', before.containers ?? [], after.containers ?? [], sectionHow),
    ...queryDifference(before, after),
    ...listed('Tile', before.tiles, after.tiles, tileHow),
  ];
}

function tagDifferences(before: string[], after: string[]): Difference[] {
  const found = [
    ...after.filter((tag) => !before.includes(tag)).map((tag) => ({ what: `Tag “${tag}”`, how: 'added' })),
    ...before.filter((tag) => !after.includes(tag)).map((tag) => ({ what: `Tag “${tag}”`, how: 'removed' })),
  ];
  return found.length === 0 && !isSame(before, after) ? [{ what: 'Tags', how: 'in another order' }] : found;
}

function queryDifference(before: BoardContent, after: BoardContent): Difference[] {
  const [was, is] = [before, after].map(({ savedQuery, savedQueryLanguage }) =>
    (savedQuery ?? '') === '' ? '' : `${savedQueryLanguage} ${savedQuery}`,
  );
  return was === is ? [] : [{ what: 'Condition for all tiles', how: 'changed' }];
}

interface Listed {
  id?: string;
}

/** What became of the things of a list, which keep their ids. */
function listed<Item extends Listed>(
  noun: string,
  before: Item[],
  after: Item[],
  howOf: (was: Item, is: Item) => string[],
): Difference[] {
  const what = (item: Item) => `${noun} “${titleOf(item)}”`;
  const old = new Map(before.map((item) => [item.id, item]));
  const kept = new Set(after.map(({ id }) => id));
  const found = after.flatMap((item): Difference[] => {
    const was = old.get(item.id);
    const how = was === undefined ? ['added'] : howOf(was, item);
    return how.length === 0 ? [] : [{ what: what(item), how: how.join(', ') }];
  });
  const gone = before.filter(({ id }) => !kept.has(id)).map((item) => ({ what: what(item), how: 'removed' }));
  const all = [...found, ...gone];
  const isMoved = all.length === 0 && noun !== 'Tile' && !isSame(ids(before), ids(after));
  return isMoved ? [{ what: `${noun}s`, how: 'in another order' }] : all;
}

function ids(list: Listed[]): unknown[] {
  return list.map(({ id }) => id);
}

function titleOf(item: Listed): string {
  if ('config' in item) return tileName(item as BoardTile);
  const { name, title } = item as { name?: string; title?: string };
  return name ?? title ?? '';
}

function filterHow(was: Filter, is: Filter): string[] {
  return [...renamed(was.name, is.name), ...changedIn(was, is, ['id', 'name'])];
}

function sectionHow(was: Container, is: Container): string[] {
  return [...renamed(was.title, is.title), ...changedIn(was, is, ['id', 'title'])];
}

function tileHow(was: BoardTile, is: BoardTile): string[] {
  const isSeated = was.containerId === is.containerId && was.tabId === is.tabId;
  const isMoved = was.x !== is.x || was.y !== is.y;
  const place = isSeated ? (isMoved ? ['moved'] : []) : ['moved to another section'];
  const size = was.w === is.w && was.h === is.h ? [] : ['resized'];
  return [...renamed(tileName(was), tileName(is)), ...place, ...size, ...changedIn(was.config, is.config, [])];
}

function renamed(was: string, is: string): string[] {
  return was === is ? [] : [`renamed from “${was}”`];
}

/** The fields in which two things differ, as one phrase; those of a series say which one. */
function changedIn(was: object, is: object, but: string[]): string[] {
  const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((key) => !but.includes(key));
  const fields = keys.flatMap((key) => fieldsAt(key, valueOf(was, key), valueOf(is, key)));
  return fields.length === 0 ? [] : [`changed: ${fields.join(', ')}`];
}

function fieldsAt(key: string, was: unknown, is: unknown): string[] {
  if (isSame(was, is)) return [];
  if (key !== 'select' || !Array.isArray(was) || !Array.isArray(is)) return [fieldName(key)];
  if (was.length !== is.length) return [is.length > was.length ? 'series added' : 'series removed'];
  return was.flatMap((item, at) => seriesFields(item, is[at], was.length === 1 ? '' : ` of series ${at + 1}`));
}

function seriesFields(was: unknown, is: unknown, which: string): string[] {
  const [old, next] = [was, is].map((item) => (typeof item === 'object' && item !== null ? item : {}));
  const keys = [...new Set([...Object.keys(old ?? {}), ...Object.keys(next ?? {})])];
  return keys
    .filter((key) => !isSame(valueOf(old ?? {}, key), valueOf(next ?? {}, key)))
    .map((key) => `${fieldName(key)}${which}`);
}

function valueOf(thing: object, key: string): unknown {
  return Reflect.get(thing, key) as unknown;
}

function isSame(one: unknown, other: unknown): boolean {
  return written(one) === written(other);
}

/** The order of fields says nothing. */
function written(value: unknown): string {
  return (
    JSON.stringify(value, (_key, part: unknown) =>
      typeof part === 'object' && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : part,
    ) ?? ''
  );
}
