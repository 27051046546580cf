{{/* Names are at most 40 characters, so that those made from them stay below 52, the most that a
     StatefulSet can have. A longer one is cut and keeps a digest, so that no two become one. */}}
{{- define "cairn.fullname" -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- $full := .Values.fullnameOverride -}}
{{- if not $full -}}
{{- $full = ternary .Release.Name (printf "%s-%s" .Release.Name $name) (eq $name .Release.Name) -}}
{{- end -}}
{{- if gt (len $full) 40 -}}
{{- $full = printf "%s-%s" (trunc 31 $full | trimSuffix "-") (sha256sum $full | trunc 8) -}}
{{- end -}}
{{- $full | trimSuffix "-" -}}
{{- end -}}

{{- define "cairn.selector" -}}
app.kubernetes.io/name: {{ default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "cairn.labels" -}}
{{ include "cairn.selector" . }}
app.kubernetes.io/version: {{ include "cairn.tag" . | trunc 63 | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{- with .Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "cairn.tag" -}}
{{- default (printf "%s%s" .Chart.AppVersion (ternary "-slim" "" (eq .Values.mode "split"))) .Values.image.tag -}}
{{- end -}}

{{- define "cairn.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "cairn.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{/* Listeners by name: port, and the option of the address. */}}
{{- define "cairn.listeners" -}}
ui: {port: 8080, env: CAIRN_UI_ADDR}
stack: {port: 8000, env: CAIRN_STACK_ADDR}
cloud: {port: 8100, env: CAIRN_CLOUD_ADDR}
otlp-grpc: {port: 4317, env: CAIRN_OTLP_GRPC_ADDR}
otlp-http: {port: 4318, env: CAIRN_OTLP_HTTP_ADDR}
{{- end -}}

{{/* What runs in which mode. Metering stays on wherever requests come in: each server
     meters its own traffic. A server that takes telemetry is ready as long as it can
     take it, which it does also while the engine is away; the web interface as long as
     it can say what is wrong. */}}
{{- define "cairn.roles" -}}
{{- if eq .Values.mode "embedded" -}}
server:
  values: embedded
  suffix: ""
  stateful: true
  replicas: 1
  listeners: [ui, stack, cloud, otlp-grpc, otlp-http]
  off: []
  ready: {path: /health, port: otlp-http}
{{- else -}}
ingest:
  values: ingest
  suffix: -ingest
  stateful: true
  replicas: {{ .Values.ingest.replicas }}
  listeners: [otlp-grpc, otlp-http]
  off: [STACK, UI, CLOUD, EVALUATOR, NOTIFIER, BACKUPS]
  ready: {path: /health, port: otlp-http}
api:
  values: api
  suffix: -api
  stateful: false
  replicas: {{ .Values.api.replicas }}
  listeners: [stack, cloud]
  off: [UI, OTLP, EVALUATOR, NOTIFIER, BACKUPS]
  ready: {path: /readyz, port: admin}
ui:
  values: ui
  suffix: -ui
  stateful: false
  replicas: {{ .Values.ui.replicas }}
  listeners: [ui]
  off: [STACK, CLOUD, OTLP, EVALUATOR, NOTIFIER, BACKUPS]
  ready: {path: /, port: ui}
evaluator:
  values: evaluator
  suffix: -evaluator
  stateful: false
  replicas: {{ .Values.evaluator.replicas }}
  listeners: []
  off: [STACK, UI, CLOUD, OTLP]
  ready: {path: /readyz, port: admin}
{{- end -}}
{{- end -}}

{{/* Secrets by the option that they are for. */}}
{{- define "cairn.secretOptions" -}}
secretKey: secret-key
databaseUrl: database-url
clickhouseUrl: clickhouse-url
backupS3AccessKey: backup-s3-access-key
backupS3SecretKey: backup-s3-secret-key
smtpUrl: smtp-url
{{- end -}}

{{/* The secrets that are set: option, Secret and key of each. */}}
{{- define "cairn.secrets" -}}
{{- $root := . -}}
{{- range $name, $option := include "cairn.secretOptions" . | fromYaml }}
{{- $secret := index $root.Values.secrets $name }}
{{- if $secret.existingSecret }}
{{ $option }}: {secret: {{ $secret.existingSecret | quote }}, key: {{ $secret.key | quote }}}
{{- else if $secret.value }}
{{ $option }}: {secret: {{ include "cairn.fullname" $root | quote }}, key: {{ $option | quote }}}
{{- end }}
{{- end }}
{{- end -}}

{{- define "cairn.check" -}}
{{- $set := include "cairn.secrets" . | fromYaml -}}
{{- if eq .Values.mode "split" -}}
{{- range list (list "secretKey" "secret-key") (list "databaseUrl" "database-url") (list "clickhouseUrl" "clickhouse-url") -}}
{{- if not (hasKey $set (index . 1)) -}}
{{- fail (printf "mode split needs secrets.%s.existingSecret or secrets.%[1]s.value" (index . 0)) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if and .Values.backups.s3Url .Values.backups.existingClaim -}}
{{- fail "backups.s3Url and backups.existingClaim exclude each other" -}}
{{- end -}}
{{- end -}}

{{/* The address of the web interface as users see it: that of the ingress, or of the
     port-forward that the notes describe. */}}
{{- define "cairn.publicURL" -}}
{{- $ui := .Values.ingress.ui -}}
{{- if hasKey .Values.config "public-url" -}}
{{- index .Values.config "public-url" -}}
{{- else if $ui.enabled -}}
{{- printf "%s://%s%s" (ternary "https" "http" (not (empty $ui.tlsSecret))) $ui.host (trimSuffix "/" $ui.path) -}}
{{- else -}}
{{- printf "%s://localhost:8080" (ternary "https" "http" (not (empty .Values.tls.existingSecret))) -}}
{{- end -}}
{{- end -}}

{{- define "cairn.config" -}}
{{- $config := deepCopy .Values.config -}}
{{- $_ := set $config "public-url" (include "cairn.publicURL" .) -}}
{{- with .Values.backups.s3Url -}}
{{- $_ := set $config "backup-s3-url" . -}}
{{- end -}}
{{- range $option, $value := $config }}
{{ $option }}: {{ toJson $value }}
{{- end }}
{{- end -}}
