import type { Webhook, WebhookBody } from '../../api/stack.gen';

type Service = Webhook['service'];

/** What the form knows of a service. */
interface ServiceForm {
  /** As its maker writes it. */
  name: string;
  /** Where it listens. */
  example: string;
  /** Whether it takes a body and headers of one’s own. */
  hasOwnForm: boolean;
  /** The secret by which it knows the receiver. */
  key?: { param: string; label: string; hint: string };
}

/** The services, in the order in which they are offered. */
export const services: Record<Service, ServiceForm> = {
  generic: { name: 'Custom URL', example: 'https://example.org/hooks/cairn', hasOwnForm: true },
  slack: { name: 'Slack', example: 'https://hooks.slack.com/services/…', hasOwnForm: false },
  pagerduty: {
    name: 'PagerDuty',
    example: 'https://events.pagerduty.com/v2/enqueue',
    hasOwnForm: false,
    key: {
      param: 'routing_key',
      label: 'Integration key',
      hint: 'Of an Events API v2 integration, also called routing key.',
    },
  },
  incidentio: {
    name: 'incident.io',
    example: 'https://api.incident.io/v2/alert_events/http/…',
    hasOwnForm: true,
  },
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
  /** The service’s key; never shown again. */
  key: string;
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
    key: '',
  };
}

/** What is sent for a form. Empty headers are left out, which keeps those that are stored. */
export function webhookBody(form: WebhookForm): WebhookBody {
  const { hasOwnForm, key } = services[form.service];
  const body: WebhookBody = { name: form.name.trim(), service: form.service, url: form.url.trim() };
  if (form.description.trim() !== '') body.description = form.description.trim();
  if (hasOwnForm && form.body.trim() !== '') body.body = form.body;
  const headers = readHeaders(form.headers);
  if (hasOwnForm && Object.keys(headers).length > 0) body.headers = headers;
  if (key !== undefined && form.key.trim() !== '') body.queryParams = { [key.param]: form.key.trim() };
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
