import type { Service } from '../../api/cloud.gen';

export type Provider = Service['provider'];

/** How the providers are called. */
export const providerNames: Record<Provider, string> = { aws: 'AWS', gcp: 'Google Cloud', azure: 'Azure' };

/** Where each provider has services; the API knows the same ones. */
export const regionsOf: Record<Provider, string[]> = {
  aws: [
    'us-east-1',
    'us-east-2',
    'us-west-2',
    'ca-central-1',
    'eu-central-1',
    'eu-west-1',
    'eu-west-2',
    'il-central-1',
    'ap-northeast-1',
    'ap-northeast-2',
    'ap-south-1',
    'ap-southeast-1',
    'ap-southeast-2',
  ],
  gcp: ['us-east1', 'us-central1', 'europe-west2', 'europe-west4', 'asia-northeast1', 'asia-southeast1'],
  azure: ['eastus', 'eastus2', 'centralus', 'westus3', 'germanywestcentral'],
};
