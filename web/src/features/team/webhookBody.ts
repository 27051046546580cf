import type { Webhook, WebhookBody } from '../../api/stack.gen';

type Service = Webhook['service'];

/** How the services are called by their makers. */
export const serviceNames: Record<Service, string> = {
  generic: 'Custom URL',
  slack: 'Slack',
  pagerduty: 'PagerDuty',
  incidentio: 'incident.io',
};

/** Where the services listen. */
export const addressExamples: Record<Service, string> = {
  generic: 'https://example.org/hooks/cairn',
  slack: 'https://hooks.slack.com/services/…',
  pagerduty: 'https://events.pagerduty.com/v2/enqueue',
  incidentio: 'https://api.incident.io/v2/alert_events/http/…',
};

/** What is in the form of a webhook. */
export interface WebhookForm {
  name: string;
  service: Service;
  url: string;
  description: string;
  body: string;
  /** One header a line, as `Name: value`; headers are never shown again. */
  headers: string;
  /** The integration key of PagerDuty; never shown again. */
  routingKey: string;
}

/** The form of a webhook as it is stored, or an empty one. */
export function webhookForm(
  webhook: Pick<Webhook, 'name' | 'service' | 'url' | 'description' | 'body'> | null,
): WebhookForm {
  return {
    name: webhook?.name ?? '',
    service: webhook?.service ?? 'generic',
    url: webhook?.url ?? '',
    description: webhook?.description ?? '',
    body: webhook?.body ?? '',
    headers: '',
    routingKey: '',
  };
}

/** Only these services take a body and headers of one’s own. */
export function takesOwnForm(service: Service): boolean {
  return service === 'generic' || service === 'incidentio';
}

/** What is sent for a form. Empty headers are left out, which keeps those that are stored. */
export function webhookBody(form: WebhookForm): WebhookBody {
  const body: WebhookBody = { name: form.name.trim(), service: form.service, url: form.url.trim() };
  if (form.description.trim() !== '') body.description = form.description.trim();
  if (takesOwnForm(form.service) && form.body.trim() !== '') body.body = form.body;
  const headers = readHeaders(form.headers);
  if (takesOwnForm(form.service) && Object.keys(headers).length > 0) body.headers = headers;
  if (form.service === 'pagerduty' && form.routingKey.trim() !== '')
    body.queryParams = { routing_key: form.routingKey.trim() };
  return body;
}

/** Reads lines of `Name: value`; a line without a colon is a name with an empty value. */
export function readHeaders(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(lines.map(readHeader));
}

function readHeader(line: string): [string, string] {
  const colon = line.indexOf(':');
  return colon < 0 ? [line.trim(), ''] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
}
