import type { Delivery } from '../../api/stack.gen';

/** How a test of a webhook went. */
interface TestOutcome {
  /** It was delivered, and so will alerts be. */
  isGood: boolean;
  words: string;
}

/** The outcome of a test, in words. A disabled webhook can be tested, but gets no alerts. */
export function testOutcome({ status, attempts: [attempt] }: Delivery, isDisabled: boolean): TestOutcome {
  const isDelivered = status === 'delivered';
  const words = isDelivered ? `Delivered in ${attempt?.latencyMs ?? 0} ms` : `Not delivered: ${reasonOf(attempt)}`;
  if (!isDisabled) return { isGood: isDelivered, words };
  return { isGood: false, words: `${words}. The webhook is disabled: real alerts are not sent` };
}

function reasonOf(attempt: Delivery['attempts'][number] | undefined): string {
  if (attempt === undefined) return 'nothing was sent';
  if (attempt.error !== null) return attempt.error;
  return attempt.statusCode === null ? 'no response' : `the receiver responded with ${attempt.statusCode}`;
}
