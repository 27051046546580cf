/** Where telemetry is sent, and with which key. */
export interface Destination {
  /** As `http://host:port`. */
  http: string;
  /** As `host:port`. */
  grpc: string;
  /** Whether they speak TLS. */
  isSealed: boolean;
  key: string;
}

/** A text to copy. */
export interface SnippetText {
  name: string;
  text: string;
}

/** What to paste where, so that the first data arrives. */
export function snippetsOf({ http, grpc, isSealed, key }: Destination): SnippetText[] {
  return [
    {
      name: 'Environment variables',
      text: [
        `export OTEL_EXPORTER_OTLP_ENDPOINT=${http}`,
        'export OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf',
        `export OTEL_EXPORTER_OTLP_HEADERS=authorization=${key}`,
        'export OTEL_SERVICE_NAME=my-service',
      ].join('\n'),
    },
    {
      name: 'Collector',
      text: [
        'exporters:',
        '  otlp/cairn:',
        `    endpoint: ${grpc}`,
        ...(isSealed ? [] : ['    tls:', '      insecure: true']),
        '    headers:',
        `      authorization: ${key}`,
        '',
        'service:',
        '  pipelines:',
        ...['logs', 'traces', 'metrics'].flatMap((signal) => [
          `    ${signal}:`,
          '      receivers: [otlp]',
          '      exporters: [otlp/cairn]',
        ]),
      ].join('\n'),
    },
    {
      name: 'SDK (Node.js)',
      text: [
        'npm install @opentelemetry/api @opentelemetry/auto-instrumentations-node',
        '',
        `OTEL_EXPORTER_OTLP_ENDPOINT=${http} \\`,
        `OTEL_EXPORTER_OTLP_HEADERS=authorization=${key} \\`,
        'OTEL_SERVICE_NAME=my-service \\',
        'OTEL_LOGS_EXPORTER=otlp OTEL_METRICS_EXPORTER=otlp \\',
        'node --require @opentelemetry/auto-instrumentations-node/register app.js',
      ].join('\n'),
    },
    {
      name: 'curl',
      text: [
        `curl ${http}/v1/logs \\`,
        `  -H 'authorization: ${key}' -H 'content-type: application/json' \\`,
        `  -d '{"resourceLogs":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"my-service"}}]},"scopeLogs":[{"logRecords":[{"timeUnixNano":"'$(date +%s)000000000'","severityText":"info","body":{"stringValue":"Hello from curl"}}]}]}]}'`,
      ].join('\n'),
    },
  ];
}
