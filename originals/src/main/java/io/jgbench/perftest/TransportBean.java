package io.jgbench.perftest;

import io.jgbench.transport.Transport;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.TreeMap;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanConstructorInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanNotificationInfo;
import javax.management.MBeanOperationInfo;
import javax.management.ObjectName;

/** The transport's counters and facts for JMX, as they stand now and, once it is closed, as they stood last. */
final class TransportBean implements DynamicMBean {
    private final Transport transport;
    private volatile Map<String, Object> last = Map.of();

    private TransportBean(Transport transport) {
        this.transport = transport;
    }

    /** Registers a bean of an open transport as {@code io.jgbench:type=PerfTest,name="MEMBER"}. */
    static TransportBean register(Transport transport, String member) throws PerfTestException {
        var bean = new TransportBean(transport);
        try {
            ManagementFactory.getPlatformMBeanServer()
                    .registerMBean(bean, new ObjectName("io.jgbench:type=PerfTest,name=" + ObjectName.quote(member)));
        } catch (JMException e) {
            throw new PerfTestException("cannot register the transport for JMX: " + e.getMessage(), e);
        }
        return bean;
    }

    /** Keeps the values of now: the transport will be closed. */
    void keep() {
        last = values();
    }

    private Map<String, Object> values() {
        if (!last.isEmpty()) {
            return last;
        }
        Map<String, Object> values = new TreeMap<>(transport.facts());
        values.putAll(transport.counters());
        return values;
    }

    @Override
    public Object getAttribute(String attribute) throws AttributeNotFoundException {
        Object value = values().get(attribute);
        if (value == null) {
            throw new AttributeNotFoundException("there is no " + attribute);
        }
        return value;
    }

    @Override
    public AttributeList getAttributes(String[] attributes) {
        var values = values();
        var list = new AttributeList();
        for (String attribute : attributes) {
            if (values.containsKey(attribute)) {
                list.add(new Attribute(attribute, values.get(attribute)));
            }
        }
        return list;
    }

    @Override
    public MBeanInfo getMBeanInfo() {
        var attributes = values().entrySet().stream()
                .map(entry -> new MBeanAttributeInfo(
                        entry.getKey(), entry.getValue().getClass().getName(), entry.getKey(), true, false, false))
                .toArray(MBeanAttributeInfo[]::new);
        return new MBeanInfo(
                TransportBean.class.getName(),
                "The transport's counters and facts",
                attributes,
                new MBeanConstructorInfo[0],
                new MBeanOperationInfo[0],
                new MBeanNotificationInfo[0]);
    }

    @Override
    public void setAttribute(Attribute attribute) throws AttributeNotFoundException {
        throw new AttributeNotFoundException(attribute.getName() + " cannot be set");
    }

    @Override
    public AttributeList setAttributes(AttributeList attributes) {
        return new AttributeList();
    }

    @Override
    public Object invoke(String action, Object[] parameters, String[] signature) {
        throw new UnsupportedOperationException("there is nothing to invoke");
    }
}
