import type { IpRule } from '../../api/cloud.gen';

/** Reads addresses and networks, one a line or between commas. */
export function readRules(text: string): IpRule[] {
  return text
    .split(/[\n,]/)
    .map((source) => source.trim())
    .filter((source) => source !== '')
    .map((source) => ({ source }));
}
