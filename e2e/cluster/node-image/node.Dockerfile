# A node: Debian's packages, what 'assemble' has laid into root/, and the units that start with it.
ARG PACKAGES
FROM $PACKAGES
COPY root/ /
# Of the packages' own units none is wanted in a node but the container runtime's: they care for hardware, consoles and mounts
# that a container does not have.
RUN rm -f /lib/systemd/system/*.wants/systemd-tmpfiles-setup.service \
        /lib/systemd/system/multi-user.target.wants/* /etc/systemd/system/*.wants/* \
        /lib/systemd/system/local-fs.target.wants/* /lib/systemd/system/basic.target.wants/* \
        /lib/systemd/system/sockets.target.wants/*udev* /lib/systemd/system/sockets.target.wants/*initctl* \
    && echo ReadKMsg=no >>/etc/systemd/journald.conf \
    && systemctl enable containerd.service kubelet.service undo-mount-hacks.service load-images.service \
    && systemctl mask systemd-binfmt.service \
    && ln -sf /lib/systemd/systemd /sbin/init \
    && mkdir -p /etc/kubernetes/manifests /etc/cni/net.d \
    && : >/etc/machine-id
ARG COREDNS_VERSION
LABEL io.jgbench.coredns=$COREDNS_VERSION
ENV container=docker
STOPSIGNAL SIGRTMIN+3
ENTRYPOINT ["/usr/local/bin/entrypoint", "/sbin/init"]
