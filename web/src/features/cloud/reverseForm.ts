import type { ReverseBody, Service } from '../../api/cloud.gen';

export type ReverseType = ReverseBody['type'];
type ReverseField =
  | 'vpcEndpointServiceName'
  | 'vpcResourceConfigurationId'
  | 'vpcResourceShareArn'
  | 'mskClusterArn'
  | 'gcpServiceAttachment';

/** The types in words, with the fields that each of them needs. */
export const reverseTypes: Record<
  ReverseType,
  { name: string; provider: Service['provider']; fields: { field: ReverseField; label: string; placeholder: string }[] }
> = {
  VPC_ENDPOINT_SERVICE: {
    name: 'VPC endpoint service',
    provider: 'aws',
    fields: [
      {
        field: 'vpcEndpointServiceName',
        label: 'Endpoint service name',
        placeholder: 'com.amazonaws.vpce.us-east-1.vpce-svc-0123456789abcdef0',
      },
    ],
  },
  VPC_RESOURCE: {
    name: 'VPC resource',
    provider: 'aws',
    fields: [
      {
        field: 'vpcResourceConfigurationId',
        label: 'Resource configuration id',
        placeholder: 'rcfg-0123456789abcdef0',
      },
      {
        field: 'vpcResourceShareArn',
        label: 'Resource share ARN',
        placeholder: 'arn:aws:ram:us-east-1:123456789012:resource-share/…',
      },
    ],
  },
  MSK_MULTI_VPC: {
    name: 'MSK cluster',
    provider: 'aws',
    fields: [
      { field: 'mskClusterArn', label: 'Cluster ARN', placeholder: 'arn:aws:kafka:us-east-1:123456789012:cluster/…' },
    ],
  },
  GCP_PSC_SERVICE_ATTACHMENT: {
    name: 'Google Cloud service attachment',
    provider: 'gcp',
    fields: [
      {
        field: 'gcpServiceAttachment',
        label: 'Service attachment',
        placeholder: 'projects/my-project/regions/us-east1/serviceAttachments/my-service',
      },
    ],
  },
};

/** The types that a service of the provider can have. */
export function typesFor(provider: Service['provider']): ReverseType[] {
  return (Object.keys(reverseTypes) as ReverseType[]).filter((type) => reverseTypes[type].provider === provider);
}

/** What is sent for a form; texts of other types are left out. */
export function reverseBody(
  type: ReverseType,
  description: string,
  texts: Record<string, string>,
  authentication: string,
): ReverseBody {
  const fields = reverseTypes[type].fields.map(({ field }) => [field, (texts[field] ?? '').trim()]);
  return {
    type,
    ...(description.trim() !== '' && { description: description.trim() }),
    ...Object.fromEntries(fields),
    ...(type === 'MSK_MULTI_VPC' && { mskAuthentication: authentication }),
  };
}

/** Says whether all fields of a type have a text. */
export function isFilled(type: ReverseType, texts: Record<string, string>): boolean {
  return reverseTypes[type].fields.every(({ field }) => (texts[field] ?? '').trim() !== '');
}
