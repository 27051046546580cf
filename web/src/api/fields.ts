import type { Detail } from './stack.gen';

/** What the fields of the APIs are called in the interface, where that is not their name in words. */
const labels: Record<string, string> = {
  channel: 'Webhooks',
  channels: 'Webhooks',
  connectionId: 'Connection',
  dashboardId: 'Dashboard',
  endTime: 'Time range',
  expireAt: 'Expiry',
  interval: 'Evaluation window',
  ipAccessList: 'IP access list',
  numConsecutiveWindows: 'Consecutive windows',
  savedQuery: 'Default condition',
  savedQueryLanguage: 'Language of the default condition',
  savedSearchId: 'Saved search',
  sourceId: 'Source',
  sql: 'SQL',
  sqlTemplate: 'SQL',
  startTime: 'Time range',
  thresholdMax: 'Upper threshold',
  thresholdType: 'Condition',
  tileId: 'Tile',
  url: 'Address',
  webhookId: 'Webhooks',
  where: 'Condition',
  whereLanguage: 'Language of the condition',
};

/** The ends of a time range have no field of their own. */
const ends: Record<string, string> = { startTime: 'its start', endTime: 'its end' };

/** Only holds the fields that people fill in. */
const containers = new Set(['alert', 'body', 'config', 'data', 'spec', 'tile']);

/** What a field is called in the interface; empty when a path leads to none. */
function labelOf(path: string): string {
  const names = path.split('.').filter((part) => /^[a-z_]/i.test(part));
  const name = names.findLast((part) => !containers.has(part)) ?? '';
  return Object.hasOwn(labels, name) ? (labels[name] ?? '') : inWords(name);
}

/** `orderBy` and `order_by` as `Order by`. */
function inWords(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A broken rule with the name of its field as people know it. */
export function ruleWords({ path, message }: Pick<Detail, 'path' | 'message'>): string {
  const [, column, rule = message] = /^col (\d+): (.+)$/s.exec(message) ?? [];
  const place = column === undefined ? '' : ` (character ${column})`;
  const text = `${withoutNames(rule)}${place}`;
  const label = labelOf(path);
  return label === '' ? text : `${label}: ${text}`;
}

/** A rule that compares fields names them as well. Other names may be those of telemetry, and stay. */
function withoutNames(rule: string): string {
  return rule.replaceAll(/\b[a-z]+(?:[A-Z][a-z]+)+\b/g, (name) => {
    if (Object.hasOwn(ends, name)) return ends[name] ?? '';
    return Object.hasOwn(labels, name) ? (labels[name] ?? '').toLowerCase() : name;
  });
}
