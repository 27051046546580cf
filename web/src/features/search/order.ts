import type { Order } from '../../components/sort';
import { headOf } from './columns';

const time = 'Timestamp';

/** The order that is shown when nothing was chosen. */
export const newestFirst: Order = { key: time, isDescending: true };

/** Reads an order out of an address: a column, with a minus for the largest first. */
export function readOrder(text: string): Order | null {
  const isDescending = text.startsWith('-');
  const key = isDescending ? text.slice(1) : text;
  return key === '' || (key === time && isDescending) ? null : { key, isDescending };
}

export function writeOrder(order: Order | null): string {
  return order === null ? '' : `${order.isDescending ? '-' : ''}${order.key}`;
}

/** What a click on a column leads to: one direction, then the other, then newest first. */
export function nextOrder(before: Order | null, key: string, isNumber: boolean): Order | null {
  if (key === time) return before?.key === time ? null : { key, isDescending: false };
  if (before?.key !== key) return { key, isDescending: isNumber };
  return before.isDescending === isNumber ? { key, isDescending: !isNumber } : null;
}

/** Says whether rows come in the order of time, which has no end. */
export function isTimeOrder(order: Order | null): boolean {
  return order === null || order.key === time;
}

/**
 * The order as the API reads it. Attributes are texts: numbers among them are
 * ordered as numbers, and rows without the attribute come last.
 */
export function orderByOf(order: Order | null): string {
  if (order === null) return '';
  const { key } = order;
  const direction = order.isDescending ? ' DESC' : '';
  if (key === time) return `${time}${direction}`;
  const parts = key.includes('[') ? [`${key} = ''`, `toFloat64OrNull(${key})${direction}`] : [];
  return [...parts, `${key}${direction}`, `${time} DESC`].join(', ');
}

/** Reads the order out of what a saved search keeps; newest first when it is of another form. */
export function orderOfSaved(orderBy: string): Order | null {
  const parts = orderBy.split(', ');
  const main = /^(.+?)( DESC)?$/.exec(parts.at(parts.length > 1 ? -2 : 0) ?? '');
  const order = main === null ? null : { key: main[1] ?? '', isDescending: main[2] !== undefined };
  return orderByOf(order) === orderBy ? order : null;
}

/** An order in words. */
export function orderWords({ key, isDescending }: Order, isNumber: boolean): string {
  if (key === time) return isDescending ? 'Newest first' : 'Oldest first';
  const [up, down] = isNumber ? ['smallest first', 'largest first'] : ['A to Z', 'Z to A'];
  return `${headOf(key)}: ${isDescending ? down : up}`;
}
