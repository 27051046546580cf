import { expect, test } from 'vitest';

import { isFilled, reverseBody, typesFor } from './reverseForm';

const texts = { vpcEndpointServiceName: ' com.example.svc ', mskClusterArn: 'arn' };

test('only the fields of the type are sent', () => {
  expect(reverseBody('VPC_ENDPOINT_SERVICE', ' ', texts, 'SASL_IAM')).toEqual({
    type: 'VPC_ENDPOINT_SERVICE',
    vpcEndpointServiceName: 'com.example.svc',
  });
  expect(reverseBody('MSK_MULTI_VPC', 'd', texts, 'SASL_IAM')).toEqual({
    type: 'MSK_MULTI_VPC',
    description: 'd',
    mskClusterArn: 'arn',
    mskAuthentication: 'SASL_IAM',
  });
});

test('a form is ready when all fields of its type are filled', () => {
  expect(isFilled('VPC_ENDPOINT_SERVICE', texts)).toBe(true);
  expect(isFilled('VPC_RESOURCE', { vpcResourceConfigurationId: 'rcfg-1' })).toBe(false);
});

test('types belong to providers', () => {
  expect(typesFor('gcp')).toEqual(['GCP_PSC_SERVICE_ATTACHMENT']);
  expect(typesFor('azure')).toEqual([]);
});
