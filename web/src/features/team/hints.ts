/** An address as a program needs it: with a scheme, and a host when the listener takes any. */
export function originOf(address: string): string {
  if (address === '') return '';
  if (/^https?:\/\//.test(address)) return address;
  return `http://${address.replace(/^(?:0\.0\.0\.0|\[::\])?:/, 'localhost:')}`;
}

/** A command that shows that an access key works. */
export function tryAccessKey(stackAddress: string, key: string): string {
  return `curl -H 'Authorization: Bearer ${key}' ${originOf(stackAddress)}/api/v2`;
}

/** The settings with which an OpenTelemetry SDK sends its telemetry here. */
export function tryIngestionKey(otlpAddress: string, key: string): string {
  return `OTEL_EXPORTER_OTLP_ENDPOINT=${originOf(otlpAddress)} OTEL_EXPORTER_OTLP_HEADERS=authorization=${key}`;
}
