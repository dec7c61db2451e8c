# The images of Kubernetes' own pods, one a stage.
ARG PACKAGES

FROM scratch AS pause
COPY pause /pause
ENTRYPOINT ["/pause"]

FROM scratch AS coredns
COPY coredns /coredns
ENTRYPOINT ["/coredns"]

FROM scratch AS etcd
COPY etcd /usr/local/bin/
ENV PATH=/usr/local/bin

# kube-proxy calls these; a whole Debian around them would be unpacked on every node.
FROM $PACKAGES AS packages
LABEL io.jgbench.stage=packages
COPY collect /
RUN /collect /collected iptables iptables-save iptables-restore ip6tables ip6tables-save ip6tables-restore nft conntrack

FROM scratch AS kubernetes
COPY --from=packages /collected /
# as a folder, or the links would become copies
COPY kubernetes/ /usr/local/bin/
ENV PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
