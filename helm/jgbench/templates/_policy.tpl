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

{{- /* CEL: what jgbench.runValidations needs beside the variable spec. */ -}}
{{- define "jgbench.runVariables" -}}
- name: applies
  expression: >-
    has(variables.spec.tuning) && has(variables.spec.tuning.mode) && variables.spec.tuning.mode == 'Apply'
{{- end }}

{{- /* Refuses a run unless it keeps the policy. Takes root, and at: where the spec of the run stands in the
       object. */ -}}
{{- define "jgbench.runValidations" -}}
{{- $at := .at }}
{{- $policy := .root.Values.policy }}
{{- $tuning := $policy.tuning }}
{{- $limits := $policy.limits }}
{{- if not $tuning.apply }}
{{- include "jgbench.validation" (dict
      "holds" "!variables.applies"
      "rule" (printf "%s.tuning.mode must be Verify or Ignore: no run may change hosts" $at)
      "value" "tuning.apply") | nindent 0 }}
{{- end }}
{{- $sysctl := print "s.name.matches(r'^net\\.(.*\\.)?(ip_forward|forwarding|mc_forwarding|route_localnet"
      "|ip_unprivileged_port_start|disable_ipv6)$') || s.name.startsWith('net.bridge.')" }}
- expression: {{ printf (print "!variables.applies || !has(variables.spec.tuning.sysctls)"
      " || !variables.spec.tuning.sysctls.exists(s, %s)") $sysctl | quote }}
  message: >-
    {{ $at }}.tuning.sysctls must not have what changes the node for all its pods; no value of the chart allows it,
    leave it out
{{- $rule := printf "must be of these: %s" (include "jgbench.told" $tuning.sysctls) }}
{{- $isOf := include "jgbench.isOf" (dict "value" "s.name" "patterns" $tuning.sysctls) }}
{{- include "jgbench.validation" (dict
      "holds" (printf (print "!variables.applies || !has(variables.spec.tuning.sysctls)"
        " || variables.spec.tuning.sysctls.all(s, %s)") $isOf)
      "rule" (printf "%s.tuning.sysctls %s" $at $rule)
      "value" "tuning.sysctls") | nindent 0 }}
{{- range $field, $parameter := dict "rmemMax" "net.core.rmem_max" "wmemMax" "net.core.wmem_max" }}
{{- $isOf := include "jgbench.isOf" (dict "value" (printf "'%s'" $parameter) "patterns" $tuning.sysctls) }}
{{- include "jgbench.validation" (dict
      "holds" (printf "!variables.applies || !has(variables.spec.tuning.%s) || %s" $field $isOf)
      "rule" (printf "%s.tuning.%s sets %s, which is not allowed: a parameter %s" $at $field $parameter $rule)
      "value" "tuning.sysctls") | nindent 0 }}
{{- end }}
{{- include "jgbench.validation" (dict
      "holds" (printf (print "!variables.applies || !has(variables.spec.tuning.mtu)"
        " || (variables.spec.tuning.mtu >= %d && variables.spec.tuning.mtu <= %d)")
        (int $tuning.mtu.min) (int $tuning.mtu.max))
      "rule" (printf "%s.tuning.mtu must be between %d and %d" $at (int $tuning.mtu.min) (int $tuning.mtu.max))
      "value" "tuning.mtu") | nindent 0 }}
{{- $interface := "variables.spec.placement.interface" }}
{{- $isOf := include "jgbench.isOf" (dict
      "value" $interface "patterns" (include "jgbench.systemInterfaces" . | fromJsonArray)) }}
- expression: {{ printf "!has(variables.spec.placement) || !has(%s) || !%s" $interface $isOf | quote }}
  message: >-
    {{ $at }}.placement.interface must not be loopback, nor of a container runtime or network plug-in; no value of the
    chart allows it, name another
{{- $isAllowed := include "jgbench.isAllowed" (dict "value" $interface "names" $policy.interfaces) }}
{{- include "jgbench.validation" (dict
      "holds" (printf "!has(variables.spec.placement) || !has(%s) || (%s)" $interface $isAllowed)
      "rule" (printf "%s.placement.interface must be of these: %s" $at
        (include "jgbench.toldAllowed" $policy.interfaces))
      "value" "interfaces") | nindent 0 }}
{{- $isOf := include "jgbench.isOf" (dict
      "value" "(has(t.key) ? t.key : '')" "patterns" $policy.placement.tolerations) }}
{{- include "jgbench.validation" (dict
      "holds" (printf (print "!has(variables.spec.placement) || !has(variables.spec.placement.tolerations)"
        " || variables.spec.placement.tolerations.all(t, %s)") $isOf)
      "rule" (printf "%s.placement.tolerations must be of taints of these keys: %s" $at
        (include "jgbench.told" $policy.placement.tolerations))
      "value" "placement.tolerations") | nindent 0 }}
{{- range $key, $value := $policy.placement.nodeSelector }}
{{- $selector := "variables.spec.placement.nodeSelector" }}
{{- include "jgbench.validation" (dict
      "holds" (printf "!has(variables.spec.placement) || !has(%s) || !('%s' in %s) || %s['%s'] == '%s'"
        $selector $key $selector $selector $key $value)
      "rule" (printf "%s.placement.nodeSelector must have %s=%s, or no %s" $at $key $value $key)
      "value" "placement.nodeSelector") | nindent 0 }}
{{- end }}
{{- $image := "variables.spec.jgroups.image" }}
{{- $repositories := include "jgbench.regex" (prepend $policy.images .root.Values.members.image.repository) }}
{{- include "jgbench.validation" (dict
      "holds" (printf "!has(variables.spec.jgroups) || !has(%s) || %s.matches(r'^%s(:[^/:@]+)?(@.+)?$')"
        $image $image $repositories)
      "rule" (printf "%s.jgroups.image must be of the repository %s or of one of these: %s" $at
        .root.Values.members.image.repository (include "jgbench.told" $policy.images))
      "value" "images") | nindent 0 }}
{{- $isAllowed := include "jgbench.isAllowed" (dict "value" "o" "names" $policy.jvmOptions) }}
{{- include "jgbench.validation" (dict
      "holds" (printf (print "!has(variables.spec.jvm) || !has(variables.spec.jvm.options)"
        " || variables.spec.jvm.options.all(o, %s)") $isAllowed)
      "rule" (printf "%s.jvm.options must be of these: %s" $at (include "jgbench.toldAllowed" $policy.jvmOptions))
      "value" "jvmOptions") | nindent 0 }}
{{- include "jgbench.validation" (dict
      "holds" (printf (print "!has(variables.spec.start) || !has(variables.spec.start.timeout)"
        " || duration(variables.spec.start.timeout) <= duration('%s')") $limits.startTimeout)
      "rule" (printf "%s.start.timeout must be at most %s" $at $limits.startTimeout)
      "value" "limits.startTimeout") | nindent 0 }}
{{- include "jgbench.validation" (dict
      "holds" (printf (print "!has(variables.spec.activeDeadline)"
        " || duration(variables.spec.activeDeadline) <= duration('%s')") $limits.activeDeadline)
      "rule" (printf "%s.activeDeadline must be at most %s" $at $limits.activeDeadline)
      "value" "limits.activeDeadline") | nindent 0 }}
{{- include "jgbench.validation" (dict
      "holds" (printf "!has(variables.spec.repetitions) || variables.spec.repetitions <= %d"
        (int $limits.repetitions))
      "rule" (printf "%s.repetitions must be at most %d" $at (int $limits.repetitions))
      "value" "limits.repetitions") | nindent 0 }}
{{- with $limits.ttlAfterFinished }}
{{- include "jgbench.validation" (dict
      "holds" (printf (print "!has(variables.spec.retention) || !has(variables.spec.retention.ttlAfterFinished)"
        " || duration(variables.spec.retention.ttlAfterFinished) <= duration('%s')") .)
      "rule" (printf "%s.retention.ttlAfterFinished must be at most %s" $at .)
      "value" "limits.ttlAfterFinished") | nindent 0 }}
{{- end }}
{{- end }}

{{- /* Has a policy hold in the namespaces of runs. Takes root and name. */ -}}
{{- define "jgbench.bindingForRuns" -}}
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata:
  name: {{ .name }}
  labels: {{- include "jgbench.operatorLabels" .root | nindent 4 }}
spec:
  policyName: {{ .name }}
  validationActions: [Deny]
  {{- if not .root.Values.runs.watchAll }}
  matchResources:
    namespaceSelector: {{- include "jgbench.namespacesOfRuns" .root | nindent 6 }}
  {{- end }}
{{- end }}
