import { arrived, countMetrics, countRows, makeKey } from './member';
import type { Server } from './server';
import { sendLogs, sendMetrics, sendSpans } from './telemetry';
import type { Visitor } from './visitor';

/** Sends a little of every signal, and waits until it is stored. */
export async function sendOrders(visitor: Visitor, server: Server): Promise<void> {
  const key = await makeKey(visitor, server);
  await sendLogs(
    server,
    key,
    Array.from({ length: 40 }, (_, at) => ({
      body: `order ${at} paid`,
      service: at % 4 === 0 ? 'cart' : 'shop',
      severity: at % 10 === 0 ? 'error' : 'info',
      ago: 5 + at,
    })),
  );
  await sendSpans(
    server,
    key,
    Array.from({ length: 12 }, (_, at) => ({
      name: 'GET /',
      service: 'shop',
      traceId: `4bf92f3577b34da6a3ce929d0e0e47${10 + at}`,
      id: `00f067aa0ba902${10 + at}`,
      start: at * 100,
      length: 5 + at * 9,
    })),
  );
  await sendMetrics(server, key, [{ name: 'queue.length', unit: '{jobs}', values: [7, 8] }]);
  await arrived(() => countRows(visitor, server, 'log', ''), 40);
  await arrived(() => countRows(visitor, server, 'trace', ''), 12);
  await arrived(() => countMetrics(visitor, server), 1);
}
