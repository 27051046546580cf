{{/* The pod template of a role: dict "root", "name", "role". */}}
{{- define "cairn.pod" -}}
{{- $root := .root -}}
{{- $role := .role -}}
{{- $values := index $root.Values $role.values -}}
{{- $full := include "cairn.fullname" $root -}}
{{- $secrets := include "cairn.secrets" $root | fromYaml -}}
{{- $tls := $root.Values.tls -}}
metadata:
  labels:
    {{- include "cairn.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .name }}
    {{- with $values.podLabels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  annotations:
    checksum/config: {{ include "cairn.config" $root | sha256sum }}
    checksum/secret: {{ toJson $root.Values.secrets | sha256sum | trunc 8 | quote }}
    {{- with $values.podAnnotations }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  serviceAccountName: {{ include "cairn.serviceAccount" $root }}
  automountServiceAccountToken: false
  # Variables of Services named cairn-… would look like options.
  enableServiceLinks: false
  terminationGracePeriodSeconds: {{ $values.terminationGracePeriodSeconds }}
  securityContext:
    {{- toYaml $root.Values.podSecurityContext | nindent 4 }}
  {{- with $root.Values.image.pullSecrets }}
  imagePullSecrets:
    {{- range . }}
    - name: {{ . }}
    {{- end }}
  {{- end }}
  {{- with $values.priorityClassName }}
  priorityClassName: {{ . }}
  {{- end }}
  {{- with $values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $values.affinity }}
  affinity:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- if $values.topologySpreadConstraints }}
  topologySpreadConstraints:
    {{- toYaml $values.topologySpreadConstraints | nindent 4 }}
  {{- else if ne .name "server" }}
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "cairn.selector" $root | nindent 10 }}
          app.kubernetes.io/component: {{ .name }}
  {{- end }}
  containers:
    - name: cairn
      image: {{ printf "%s:%s" $root.Values.image.repository (include "cairn.tag" $root) | quote }}
      imagePullPolicy: {{ $root.Values.image.pullPolicy }}
      args: [serve]
      securityContext:
        {{- toYaml $root.Values.securityContext | nindent 8 }}
      env:
        {{- include "cairn.env" . | nindent 8 }}
      ports:
        {{- range $name, $listener := include "cairn.listeners" $root | fromYaml }}
        {{- if has $name $role.listeners }}
        - {name: {{ $name }}, containerPort: {{ $listener.port }}}
        {{- end }}
        {{- end }}
        - {name: admin, containerPort: 9100}
      startupProbe:
        httpGet: {path: /healthz, port: admin}
        periodSeconds: 2
        failureThreshold: 60
      livenessProbe:
        httpGet: {path: /healthz, port: admin}
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      readinessProbe:
        {{- if and $tls.clientCAKey (eq $role.ready.port "otlp-http") }}
        # A kubelet has no certificate.
        tcpSocket: {port: otlp-http}
        {{- else }}
        httpGet:
          path: {{ $role.ready.path }}
          port: {{ $role.ready.port }}
          {{- if and $tls.existingSecret (ne $role.ready.port "admin") }}
          scheme: HTTPS
          {{- end }}
        {{- end }}
        periodSeconds: 5
        timeoutSeconds: 2
        failureThreshold: 2
      lifecycle:
        # Until every proxy has heard that the pod goes.
        preStop:
          sleep: {seconds: 5}
      resources:
        {{- toYaml $values.resources | nindent 8 }}
      volumeMounts:
        - {name: data, mountPath: /var/lib/cairn}
        - {name: tmp, mountPath: /tmp}
        - {name: config, mountPath: /etc/cairn, readOnly: true}
        {{- if $secrets }}
        - {name: secrets, mountPath: /run/cairn/secrets, readOnly: true}
        {{- end }}
        {{- if $tls.existingSecret }}
        - {name: tls, mountPath: /run/cairn/tls, readOnly: true}
        {{- end }}
        {{- if $root.Values.sso.existingSecret }}
        - {name: sso, mountPath: /run/cairn/sso, readOnly: true}
        {{- end }}
        {{- if $root.Values.backups.existingClaim }}
        - {name: backups, mountPath: /var/lib/cairn-backups}
        {{- end }}
        {{- with $root.Values.extraVolumeMounts }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
  volumes:
    - name: tmp
      emptyDir: {}
    - name: config
      configMap:
        name: {{ $full }}
    {{- if not $role.stateful }}
    - name: data
      emptyDir: {}
    {{- else if and (eq .name "server") $values.persistence.existingClaim }}
    - name: data
      persistentVolumeClaim:
        claimName: {{ $values.persistence.existingClaim }}
    {{- end }}
    {{- if $secrets }}
    - name: secrets
      projected:
        defaultMode: 0440
        sources:
          {{- range $option, $secret := $secrets }}
          - secret:
              name: {{ $secret.secret }}
              items:
                - {key: {{ $secret.key | quote }}, path: {{ $option }}}
          {{- end }}
    {{- end }}
    {{- with $tls.existingSecret }}
    - name: tls
      secret:
        secretName: {{ . }}
        defaultMode: 0440
    {{- end }}
    {{- with $root.Values.sso.existingSecret }}
    - name: sso
      secret:
        secretName: {{ . }}
        defaultMode: 0440
    {{- end }}
    {{- with $root.Values.backups.existingClaim }}
    - name: backups
      persistentVolumeClaim:
        claimName: {{ . }}
    {{- end }}
    {{- with $root.Values.extraVolumes }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
{{- end -}}

{{- define "cairn.env" -}}
{{- $root := .root -}}
{{- $role := .role -}}
{{- $tls := $root.Values.tls -}}
- {name: CAIRN_CONFIG, value: /etc/cairn/cairn.yaml}
# Below the mount, which belongs to root and may hold lost+found.
- {name: CAIRN_DATA_DIR, value: /var/lib/cairn/data}
- {name: CAIRN_ADMIN_ADDR, value: ":9100"}
{{- range $name, $listener := include "cairn.listeners" $root | fromYaml }}
- {name: {{ $listener.env }}, value: {{ ternary (printf ":%v" $listener.port) "" (has $name $role.listeners) | quote }}}
{{- end }}
{{- range $role.off }}
- {name: CAIRN_NO_{{ . }}, value: "true"}
{{- end }}
{{- range $option, $secret := include "cairn.secrets" $root | fromYaml }}
- {name: CAIRN_{{ $option | upper | replace "-" "_" }}_FILE, value: /run/cairn/secrets/{{ $option }}}
{{- end }}
{{- if $tls.existingSecret }}
- {name: CAIRN_TLS_CERT, value: /run/cairn/tls/tls.crt}
- {name: CAIRN_TLS_KEY, value: /run/cairn/tls/tls.key}
{{- with $tls.clientCAKey }}
- {name: CAIRN_TLS_CLIENT_CA, value: /run/cairn/tls/{{ . }}}
{{- end }}
{{- end }}
{{- if $root.Values.sso.existingSecret }}
- {name: CAIRN_SSO_CONFIG, value: /run/cairn/sso/{{ $root.Values.sso.key }}}
{{- end }}
{{- if $root.Values.backups.existingClaim }}
- {name: CAIRN_BACKUP_DIR, value: /var/lib/cairn-backups/data}
{{- end }}
{{- with $root.Values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end -}}
