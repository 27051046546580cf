import { describe } from '../../api/error';

/** What the fields of an alert are called in its form. */
const labels: Record<string, string> = {
  savedSearchId: 'Saved search',
  dashboardId: 'Dashboard',
  tileId: 'Tile',
  groupBy: 'Group by',
  threshold: 'Threshold',
  thresholdMax: 'Upper threshold',
  thresholdType: 'Condition',
  interval: 'Evaluation window',
  numConsecutiveWindows: 'Consecutive windows',
  channel: 'Webhooks',
  channels: 'Webhooks',
  name: 'Name',
  message: 'Message',
  note: 'Note',
  tags: 'Tags',
};

const place = /^(?:alert\.)?([A-Za-z]+)(?:\.[\w.]+)?: (.+)$/;

/** What is wrong in one part of a refusal, and with which field; the field is empty when it is about none. */
function mistakeIn(part: string): { field: string; text: string } {
  const match = place.exec(part);
  const field = match?.[1] ?? '';
  return Object.hasOwn(labels, field) ? { field, text: match?.[2] ?? '' } : { field: '', text: part };
}

/** A refusal of an alert with the names of its fields as the form has them. */
export function inFieldWords(message: string): string {
  return message
    .split(/; (?=(?:alert\.)?[A-Za-z]+(?:\.[\w.]+)?: )/)
    .map((part) => mistakeIn(part))
    .map(({ field, text }) => (field === '' ? text : `${labels[field]}: ${text}`))
    .join('. ');
}

/** The sentence to show for a failure about an alert: never with the paths of the API. */
export function describeFields(error: unknown): string {
  return inFieldWords(describe(error));
}

/** What a refusal says about one field; null when it says nothing. */
export function mistakeAt(field: 'name' | 'message', error: unknown): string | null {
  if (error === null || error === undefined) return null;
  const found = mistakeIn(describe(error));
  return found.field === field ? found.text.replace(/^is not/, 'This is not') : null;
}
