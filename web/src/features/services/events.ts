import type { Source } from '../../api/stack.gen';
import type { TimeRange } from '../../time/range';
import type { Address } from '../drill/address';
import { only } from '../search/where';
import { requests } from './queries';
import { nanoseconds } from './source';

/** Whose requests are meant: those of a service, or of one of its operations. */
export interface RequestsTo {
  service: string;
  operation?: string;
  /** Undefined for the range of the page. */
  range?: TimeRange;
}

/** Digits of a duration in an address. */
const digits = 6;

/** The traces with the requests that are counted. */
export function requestsAddress({ service, operation, range }: RequestsTo): Address {
  const filters = [only('ServiceName', service), ...(operation === undefined ? [] : [only('SpanName', operation)])];
  return { to: '/traces', search: { ...range, q: requests, filters } };
}

/** The traces with those of the requests that failed. */
export function errorsAddress(to: RequestsTo): Address {
  const address = requestsAddress(to);
  return { ...address, search: { ...address.search, errors: true } };
}

/** The traces with the requests that took at least so long in the source's unit, the slowest first. */
export function slowAddress(to: RequestsTo, atLeast: number, source: Source): Address {
  const address = requestsAddress(to);
  return {
    ...address,
    search: { ...address.search, order: 'slowest', minMs: floored(nanoseconds(atLeast, source) / 1e6) },
  };
}

/** Fewer digits, and never more than before: the request that the number is of stays in. */
function floored(ms: number): number {
  if (ms <= 0) return 0;
  const unit = 10 ** (Math.floor(Math.log10(ms)) - digits + 1);
  return Number((Math.floor(ms / unit) * unit).toPrecision(digits));
}
