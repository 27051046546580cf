import type { Addresses } from '../../api/types';
import type { Destination } from './snippets';

export interface Endpoint {
  name: string;
  /** What a client needs to be told; empty when the listener is off. */
  address: string;
  purpose: string;
}

export interface Reference {
  name: string;
  url: string;
}

/** The listeners in the order in which a newcomer needs them. */
export function endpoints(addresses: Addresses): Endpoint[] {
  return [
    {
      name: 'Collector, OTLP over HTTP',
      address: withScheme(addresses.otlpHttp),
      purpose: 'Send logs, traces and metrics',
    },
    {
      name: 'Collector, OTLP over gRPC',
      address: withoutScheme(addresses.otlpGrpc),
      purpose: 'Send logs, traces and metrics',
    },
    { name: 'Stack API', address: withScheme(addresses.stack), purpose: 'Search, charts, dashboards, alerts' },
    { name: 'Cloud API', address: withScheme(addresses.cloud), purpose: 'Organizations, services, keys, usage cost' },
    { name: 'Web interface', address: withScheme(addresses.ui), purpose: 'These pages' },
  ];
}

/** The reference pages of the APIs whose listeners are on. */
export function references(addresses: Addresses): Reference[] {
  const pages = [
    { name: 'Stack API reference', at: withScheme(addresses.stack), path: '/api/v2/docs' },
    { name: 'Cloud API reference', at: withScheme(addresses.cloud), path: '/v1/docs' },
  ];
  return pages.filter((page) => page.at !== '').map((page) => ({ name: page.name, url: page.at + page.path }));
}

/** Makes an address of the web out of `host:port`; keeps one that is complete. */
export function withScheme(address: string): string {
  if (address === '' || address.includes('://')) return address.replace(/\/+$/, '');
  return `http://${address}`;
}

/** Where senders send telemetry to. */
export function destination({ otlpHttp, otlpGrpc }: Addresses): Omit<Destination, 'key'> {
  return { http: withScheme(otlpHttp), grpc: withoutScheme(otlpGrpc), isSealed: otlpGrpc.startsWith('https://') };
}

/** `host:port` of an address. */
export function withoutScheme(address: string): string {
  return address.replace(/^[a-z]+:\/\//, '');
}
