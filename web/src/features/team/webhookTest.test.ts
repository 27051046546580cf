import { expect, test } from 'vitest';

import type { Attempt, Delivery } from '../../api/stack.gen';
import { testOutcome } from './webhookTest';

const outcomes: Record<Attempt['outcome'], { attempt: Partial<Attempt>; want: string }> = {
  delivered: { attempt: { statusCode: 200 }, want: 'Delivered in 12 ms' },
  failed: {
    attempt: { statusCode: null, error: 'no connection' },
    want: 'Not delivered: no connection',
  },
  refused: { attempt: { statusCode: 422 }, want: 'Not delivered: the receiver responded with 422' },
  gone: { attempt: { statusCode: 410 }, want: 'Not delivered: the receiver responded with 410' },
  forbidden: { attempt: { error: 'a private address' }, want: 'Not delivered: a private address' },
};

function delivery(outcome: Attempt['outcome']): Delivery {
  const attempt = { answer: '', at: '', error: null, latencyMs: 12, number: 1, outcome, statusCode: null };
  const status = outcome === 'delivered' ? 'delivered' : 'dead';
  return { status, attempts: [{ ...attempt, ...outcomes[outcome].attempt }] } as unknown as Delivery;
}

test.each(Object.keys(outcomes) as Attempt['outcome'][])('a test that is %s says so', (outcome) => {
  const want = { isGood: outcome === 'delivered', words: outcomes[outcome].want };
  expect(testOutcome(delivery(outcome), false)).toEqual(want);
});

test.each(Object.keys(outcomes) as Attempt['outcome'][])(
  'a test that is %s at a disabled webhook says that alerts are not sent',
  (outcome) => {
    const { isGood, words } = testOutcome(delivery(outcome), true);
    expect(isGood).toBe(false);
    expect(words).toBe(`${outcomes[outcome].want}. The webhook is disabled: real alerts are not sent`);
  },
);
