{{- define "jgbench.name" -}}
{{ contains "jgbench" .Release.Name | ternary .Release.Name (printf "%s-jgbench" .Release.Name)
  | trunc 50 | trimSuffix "-" }}
{{- end }}

{{- define "jgbench.serviceAccount" -}}
{{ .Values.serviceAccount.name | default (printf "%s-operator" (include "jgbench.name" .)) }}
{{- end }}

{{- define "jgbench.selector" -}}
app.kubernetes.io/name: jgbench-operator
app.kubernetes.io/instance: {{ .Release.Name | quote }}
{{- end }}

{{- /* The pod of 'helm test'. */ -}}
{{- define "jgbench.trialSelector" -}}
app.kubernetes.io/name: jgbench-trial
app.kubernetes.io/instance: {{ .Release.Name | quote }}
{{- end }}

{{- define "jgbench.labels" -}}
app.kubernetes.io/part-of: jgbench
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end }}

{{- define "jgbench.operatorLabels" -}}
{{ include "jgbench.selector" . }}
{{ include "jgbench.labels" . }}
{{- end }}

{{- /* An image as a pod names it. Takes the image's values and the chart. A digest says which it is; a tag may
       move. */ -}}
{{- define "jgbench.image" -}}
{{ .image.repository }}{{ with .image.digest }}@{{ . }}{{ else }}:{{ .image.tag | default .chart.AppVersion }}{{ end }}
{{- end }}

{{- /* What the restricted pod security standard asks of a container, and a read-only root beside. */ -}}
{{- define "jgbench.restricted" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: {drop: [ALL]}
{{- end }}

{{- define "jgbench.podSecurity" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
seccompProfile: {type: RuntimeDefault}
{{- end }}

{{- /* Where full results are stored; a release from before there was a choice has no such values. */ -}}
{{- define "jgbench.storageType" -}}
{{ ((.Values.results).storage).type | default "None" }}
{{- end }}

{{- /* The claim of the volume for full results. */ -}}
{{- define "jgbench.resultsClaim" -}}
{{ (.Values.results.storage.volume).existingClaim | default (printf "%s-results" (include "jgbench.name" .)) }}
{{- end }}

{{- /* The ConfigMap of the certificates that a bucket's server is checked against; empty where there is none. */ -}}
{{- define "jgbench.caBundle" -}}
{{- if eq (include "jgbench.storageType" .) "S3" }}
{{- (.Values.results.storage.s3.caBundle).configMap | default "" }}
{{- end -}}
{{- end }}

{{- /* Where the operator stores full results. */ -}}
{{- define "jgbench.storageEnv" -}}
{{- $type := include "jgbench.storageType" . -}}
- name: JGBENCH_RESULTS_STORAGE
  value: {{ $type | quote }}
{{- if eq $type "Volume" }}
- name: JGBENCH_RESULTS_VOLUME
  value: /var/lib/jgbench/results
{{- else if eq $type "S3" }}
{{- with .Values.results.storage.s3 }}
- name: JGBENCH_RESULTS_S3_ENDPOINT
  value: {{ .endpoint | quote }}
- name: JGBENCH_RESULTS_S3_REGION
  value: {{ .region | quote }}
- name: JGBENCH_RESULTS_S3_BUCKET
  value: {{ .bucket | quote }}
- name: JGBENCH_RESULTS_S3_PREFIX
  value: {{ .prefix | quote }}
- name: JGBENCH_RESULTS_S3_PATH_STYLE
  value: {{ .pathStyle | quote }}
{{- if (.caBundle).configMap }}
- name: JGBENCH_RESULTS_S3_CA_BUNDLE
  value: /etc/jgbench/s3-ca/{{ .caBundle.key | default "ca.crt" }}
{{- end }}
- name: AWS_ACCESS_KEY_ID
  valueFrom: {secretKeyRef: {name: {{ .credentialsSecret | quote }}, key: AWS_ACCESS_KEY_ID}}
- name: AWS_SECRET_ACCESS_KEY
  valueFrom: {secretKeyRef: {name: {{ .credentialsSecret | quote }}, key: AWS_SECRET_ACCESS_KEY}}
- name: AWS_SESSION_TOKEN
  valueFrom: {secretKeyRef: {name: {{ .credentialsSecret | quote }}, key: AWS_SESSION_TOKEN, optional: true}}
{{- end }}
{{- end }}
{{- end }}

{{- /* The port of a bucket's server. */ -}}
{{- define "jgbench.s3Port" -}}
{{- $endpoint := .Values.results.storage.s3.endpoint | default "https://s3" | trimSuffix "/" -}}
{{- regexFind "[0-9]+$" (regexFind ":[0-9]+$" $endpoint)
  | default (hasPrefix "https:" $endpoint | ternary "443" "80") -}}
{{- end }}

{{- /* Selects the namespaces of runs. */ -}}
{{- define "jgbench.namespacesOfRuns" -}}
matchExpressions:
  - key: kubernetes.io/metadata.name
    operator: In
    values: {{- toYaml .Values.runs.namespaces | nindent 6 }}
{{- end }}

{{- /* Where whoever speaks to the API server must get. */ -}}
{{- define "jgbench.egressOfClients" -}}
# the API server, which has no pod that a selector could name
- ports:
    {{- range .Values.networkPolicy.apiServerPorts | default (list 443 6443) }}
    - {port: {{ . }}, protocol: TCP}
    {{- end }}
# names
- ports:
    {{- range .Values.networkPolicy.dnsPorts | default (list 53) }}
    - {port: {{ . }}, protocol: UDP}
    - {port: {{ . }}, protocol: TCP}
    {{- end }}
{{- end }}

{{- /* To Helm a number of a values file is a float, which it would write with an exponent where it is large. */ -}}
{{- define "jgbench.quantity" -}}
{{- if kindIs "float64" . }}{{ printf "%.0f" . }}{{ else if not (kindIs "invalid" .) }}{{ . }}{{ end }}
{{- end }}

{{- /* A quantity of CPU in thousandths of a core. */ -}}
{{- define "jgbench.millicores" -}}
{{- $text := include "jgbench.quantity" . }}
{{- if hasSuffix "m" $text }}
{{- trimSuffix "m" $text | float64 | int64 }}
{{- else }}
{{- mulf ($text | float64) 1000.0 | int64 }}
{{- end }}
{{- end }}

{{- /* The shorter of two durations. Takes wanted, and limit, which may be absent. */ -}}
{{- define "jgbench.atMost" -}}
{{- $now := now }}
{{- if and .limit (lt (dateModify (.limit | default "0s") $now).UnixNano (dateModify .wanted $now).UnixNano) }}
{{- .limit }}
{{- else }}
{{- .wanted }}
{{- end }}
{{- end }}

{{- /* A quantity of bytes as a number. */ -}}
{{- define "jgbench.bytes" -}}
{{- $text := include "jgbench.quantity" . }}
{{- $units := dict "" 1 "k" 1000 "M" 1000000 "G" 1000000000 "Ki" 1024 "Mi" 1048576 "Gi" 1073741824 }}
{{- mulf (regexFind "^[0-9]+" $text | float64) (get $units (regexFind "[kKMGi]+$" $text) | float64) }}
{{- end }}

{{- /* Values of a release that was made before there was one have none. */ -}}
{{- define "jgbench.healthPort" -}}
{{ .Values.healthPort | default 8081 }}
{{- end }}

{{- /* Whether the operator alone makes pods in the namespaces of runs: true, or empty where others may make
       some. */ -}}
{{- define "jgbench.podsOfOperatorOnly" -}}
{{- $wanted := (.Values.admissionPolicy).podsOfOperatorOnly }}
{{- if eq (toString $wanted) "auto" }}
{{- $wanted = and .Values.runs.createNamespaces (not (include "jgbench.hasRuns" .)) }}
{{- end }}
{{- if and $wanted (include "jgbench.hasAdmissionPolicies" .) }}true{{ end }}
{{- end }}

{{- /* Whether the API server has ValidatingAdmissionPolicies: true, or empty. */ -}}
{{- define "jgbench.hasAdmissionPolicies" -}}
{{- if semverCompare ">=1.30-0" .Capabilities.KubeVersion.Version }}true{{ end }}
{{- end }}

{{- /* Whether the release's own namespace is one of runs: true, or empty. */ -}}
{{- define "jgbench.hasRuns" -}}
{{- if has .Release.Namespace .Values.runs.namespaces }}true{{ end }}
{{- end }}

{{- /* Refuses values that contradict each other, as a schema looks at each alone, and quantities above their
       limit. */ -}}
{{- define "jgbench.checks" -}}
{{- if eq (int .Values.httpPort) (include "jgbench.healthPort" . | int) }}
{{- fail (printf (print "healthPort must be another port than httpPort, got %d for both: strangers at the metrics "
      "could keep the kubelet's probes out") (int .Values.httpPort)) }}
{{- end }}
{{- $bind := int (.Values.members.bindPort | default 7800) }}
{{- $control := int (.Values.members.controlPort | default 27800) }}
{{- if lt (max (sub $bind $control) (sub $control $bind)) 2 }}
{{- fail (printf (print "members.bindPort and members.controlPort must differ by 2 or more, got %d and %d: two members "
      "on one node would take the same port, and the operator would refuse their runs; give another one")
      $bind $control) }}
{{- end }}
{{- if include "jgbench.hasRuns" . }}
{{- if .Values.runs.createNamespaces }}
{{- fail (printf (print "runs.namespaces must not have the release's own namespace, %s, where the chart makes these "
      "namespaces, as it would label the operator's own for privileged pods: name another namespace, or set "
      "runs.createNamespaces to false") .Release.Namespace) }}
{{- end }}
{{- if eq (include "jgbench.serviceAccount" .) .Values.members.serviceAccount }}
{{- fail (printf (print "members.serviceAccount must be another account than the operator's where the release's own "
      "namespace has runs, got %s for both: members would have the operator's rights; set serviceAccount.name or "
      "members.serviceAccount to another name") .Values.members.serviceAccount) }}
{{- end }}
{{- end }}
{{- $cpu := .Values.members.cpu | default "1" }}
{{- with .Values.members.cpuLimit }}
{{- if lt (include "jgbench.millicores" . | int64) (include "jgbench.millicores" $cpu | int64) }}
{{- fail (printf "members.cpuLimit must be at least members.cpu, got %v and %v: no pod of a member could be made"
      . $cpu) }}
{{- end }}
{{- end }}
{{- with ((.Values.results).configMaps).perRun }}
{{- if gt (include "jgbench.bytes" . | float64) 92160000.0 }}
{{- fail (printf "results.configMaps.perRun must be at most 90000Ki, got %s: the operator would not start"
      (include "jgbench.quantity" .)) }}
{{- end }}
{{- end }}
{{- $mtu := ((.Values.policy).tuning).mtu | default dict }}
{{- $min := int ($mtu.min | default 1280) }}
{{- $max := int ($mtu.max | default 65535) }}
{{- if gt $min $max }}
{{- fail (printf "policy.tuning.mtu.min must be at most policy.tuning.mtu.max, got %d and %d: no run could set an MTU"
      $min $max) }}
{{- end }}
{{- end }}

{{- /* What the operator may do in a namespace that holds runs. docs/CHART.md#what-it-grants says what for. */ -}}
{{- define "jgbench.runRules" -}}
- apiGroups: [jgbench.io]
  resources: [benchmarkruns]
  verbs: [get, list, watch, create, patch, delete]
- apiGroups: [jgbench.io]
  resources: [benchmarksuites]
  verbs: [get, list, watch]
- apiGroups: [jgbench.io]
  resources: [benchmarkruns/status, benchmarksuites/status]
  verbs: [patch]
- apiGroups: [""]
  resources: [pods]
  verbs: [get, list, watch, create, patch, delete]
- apiGroups: [""]
  resources: [pods/log]
  verbs: [get]
- apiGroups: [""]
  resources: [configmaps]
  verbs: [get, list, create, patch, delete, deletecollection]
- apiGroups: [""]
  resources: [secrets]
  verbs: [get, create, delete, deletecollection]
- apiGroups: [""]
  resources: [events]
  verbs: [create]
{{- end }}
