{{- /* Patterns of names as one regular expression of RE2. */ -}}
{{- define "jgbench.regex" -}}
{{- $alternatives := list }}
{{- range . }}{{ $alternatives = append $alternatives (regexQuoteMeta . | replace "\\*" ".*") }}{{ end -}}
({{ join "|" $alternatives }})
{{- end }}

{{- /* CEL: whether a text is one of these patterns. Takes value and patterns. */ -}}
{{- define "jgbench.isOf" -}}
{{- if .patterns }}{{ .value }}.matches(r'^{{ include "jgbench.regex" .patterns }}$'){{ else }}false{{ end }}
{{- end }}

{{- /* CEL: whether a text is of the first list and not of the second. Takes value and names. */ -}}
{{- define "jgbench.isAllowed" -}}
{{ include "jgbench.isOf" (dict "value" .value "patterns" .names.allowed) }} && !
{{- include "jgbench.isOf" (dict "value" .value "patterns" .names.denied) }}
{{- end }}

{{- /* As the operator's SystemInterfaces: those that no run may name, as JSON. */ -}}
{{- define "jgbench.systemInterfaces" -}}
{{ list "lo" "cni*" "docker*" "veth*" "podman*" "kube-*" "nodelocaldns" "flannel*" "cali*" "*.cali" "*.calico" "tunl*"
  "cilium*" "lxc*" "eni*" "gke*" "azv*" "weave*" "antrea-*" "ovn-k8s-*" "ovs-*" "genev_sys*" "vxlan_sys*" | toJson }}
{{- end }}

{{- /* CEL: the uids of the suites that an object names as its owners. Takes the object. */ -}}
{{- define "jgbench.suitesOwning" -}}
has({{ . }}.metadata.ownerReferences) ? {{ . }}.metadata.ownerReferences.filter(o, o.kind == 'BenchmarkSuite' &&
{{- print " o.apiVersion.startsWith('jgbench.io/')).map(o, o.uid) : []" }}
{{- end }}

{{- /* A list in a sentence. */ -}}
{{- define "jgbench.told" -}}
{{ join ", " . | default "nothing" }}
{{- end }}

{{- /* The same of the names that are allowed. */ -}}
{{- define "jgbench.toldAllowed" -}}
{{ include "jgbench.told" .allowed }}{{ with .denied }}, but not {{ include "jgbench.told" . }}{{ end }}
{{- end }}

{{- /* Refuses unless it holds. Takes holds (CEL), rule and value. */ -}}
{{- define "jgbench.validation" -}}
- expression: {{ .holds | quote }}
  message: {{ printf "%s; this is the policy of the cluster's admin, who can change it by the chart's value policy.%s"
      .rule .value | quote }}
{{- end }}
