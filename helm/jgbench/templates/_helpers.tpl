{{- define "jgbench.name" -}}
{{ contains "jgbench" .Release.Name | ternary .Release.Name (printf "%s-jgbench" .Release.Name) | trunc 50 | trimSuffix "-" }}
{{- end }}

{{- define "jgbench.serviceAccount" -}}
{{ .Values.serviceAccount.name | default (printf "%s-operator" (include "jgbench.name" .)) }}
{{- end }}

{{- define "jgbench.selector" -}}
app.kubernetes.io/name: jgbench-operator
app.kubernetes.io/instance: {{ .Release.Name }}
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

{{- /* An image as a pod names it. Takes the image's values and the chart. */ -}}
{{- define "jgbench.image" -}}
{{ .image.repository }}:{{ .image.tag | default .chart.AppVersion }}
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

{{- /* What the operator may do in a namespace that holds runs. */ -}}
{{- define "jgbench.runRules" -}}
# create: the visits of suites; delete: a run that has outlived its ttlAfterFinished, or its suite's retention
- apiGroups: [jgbench.io]
  resources: [benchmarkruns]
  verbs: [get, list, watch, create, patch, update, delete]
- apiGroups: [jgbench.io]
  resources: [benchmarkruns/status]
  verbs: [get, patch, update]
- apiGroups: [jgbench.io]
  resources: [benchmarksuites]
  verbs: [get, list, watch]
- apiGroups: [jgbench.io]
  resources: [benchmarksuites/status]
  verbs: [get, patch, update]
- apiGroups: [""]
  resources: [pods]
  verbs: [get, list, watch, create, patch, delete]
- apiGroups: [""]
  resources: [pods/log]
  verbs: [get]
# stacks of users, records and results of runs, digests of suites
- apiGroups: [""]
  resources: [configmaps]
  verbs: [get, list, create, patch, delete, deletecollection]
# certificates of runs
- apiGroups: [""]
  resources: [secrets]
  verbs: [get, list, create, delete, deletecollection]
- apiGroups: [""]
  resources: [events]
  verbs: [create]
{{- end }}
