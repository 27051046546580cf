import type { IpRule } from '../../api/cloud.gen';
import { ApiError } from '../../api/error';

/** Reads addresses and networks, one a line or between commas. */
export function readRules(text: string): IpRule[] {
  return text
    .split(/[\n,]/)
    .map((source) => source.trim())
    .filter((source) => source !== '')
    .map((source) => ({ source }));
}

/** A list as people edit it: a rule a line, its description behind the address. */
export function listText(rules: readonly IpRule[]): string {
  return rules.map(({ source, description = '' }) => `${source} ${description}`.trim()).join('\n');
}

export function readList(text: string): IpRule[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [source = '', ...rest] = line.split(/\s+/);
      return { source, description: rest.join(' ') };
    });
}

/** What turns one list into another. A rule that is there already is left alone. */
export function rulesChange(before: readonly IpRule[], after: readonly IpRule[]) {
  return {
    add: after.filter((rule) => !has(before, rule)),
    remove: before.filter(({ source }) => !after.some((rule) => rule.source === source)),
  };
}

function has(list: readonly IpRule[], { source, description = '' }: IpRule): boolean {
  return list.some((one) => one.source === source && (one.description ?? '') === description);
}

/** The address of somebody whom a change would lock out; null for any other failure. */
export function lockedOut(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  const detail = error.details.find(({ code }) => code === 'lockout');
  if (detail === undefined) return null;
  return /, ([^\s,]+), unless/.exec(detail.message)?.[1] ?? '';
}
