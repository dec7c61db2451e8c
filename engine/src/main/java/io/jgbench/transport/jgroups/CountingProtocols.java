package io.jgbench.transport.jgroups;

import java.util.Arrays;
import java.util.Map;
import org.jgroups.Address;
import org.jgroups.Message;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.MFC;
import org.jgroups.protocols.NAKACK3;
import org.jgroups.protocols.NAKACK4;
import org.jgroups.protocols.ReliableMulticast;
import org.jgroups.protocols.UFC;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.UNICAST4;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.stack.Protocol;
import org.jgroups.util.Credit;
import org.jgroups.util.CreditMap;
import org.jgroups.util.SeqnoList;
import org.jgroups.util.Table;
import org.jgroups.util.Util;

/**
 * JGroups' protocols, which also count what JGroups itself does not.
 *
 * <p>Those that repair losses count whose messages they missed: JGroups has only the sum. One method of each is
 * replaced, that by which a receiver asks for what is missing. JGroups' task for retransmission calls it a few times a
 * second at most, so nothing is added to the way of a message. For flow control see {@link TimedFlowControl}.
 */
final class CountingProtocols {
    private static final Map<Class<? extends Protocol>, Class<? extends Protocol>> COUNTING = Map.of(
            NAKACK2.class, Nakack2.class,
            NAKACK3.class, Nakack3.class,
            NAKACK4.class, Nakack4.class,
            UNICAST3.class, Unicast3.class,
            UNICAST4.class, Unicast4.class,
            MFC.class, TimedFlowControl.Mfc.class,
            UFC.class, TimedFlowControl.Ufc.class);

    private CountingProtocols() {}

    /** The class that counts in place of JGroups' own; the same where there is none that would. */
    static Class<? extends Protocol> inPlaceOf(Class<? extends Protocol> type) {
        Class<? extends Protocol> counting = COUNTING.getOrDefault(type, type);
        return counting.equals(type) || isCounted(type) ? counting : type;
    }

    /** Another version of JGroups may do by another method what is replaced: the counts would stay 0. */
    private static boolean isCounted(Class<? extends Protocol> type) {
        if (MFC.class.equals(type)) {
            return declares(type, "createCreditMap", long.class)
                    && declares(CreditMap.class, "decrement", Message.class, int.class, long.class);
        }
        if (UFC.class.equals(type)) {
            return declares(type, "createCredit", int.class)
                    && declares(Credit.class, "decrementIfEnoughCredits", Message.class, int.class, long.class);
        }
        return declares(type, "retransmit", SeqnoList.class, Address.class, boolean.class)
                || declares(type, "retransmit", SeqnoList.class, Address.class, Address.class);
    }

    /** JGroups' own class behind one that counts; the same for all others. */
    static Class<?> original(Class<?> type) {
        return COUNTING.containsValue(type) ? type.getSuperclass() : type;
    }

    private static boolean declares(Class<?> type, String method, Class<?>... parameters) {
        for (Class<?> declaring = type; declaring != null; declaring = declaring.getSuperclass()) {
            if (Arrays.stream(declaring.getDeclaredMethods())
                    .anyMatch(declared -> declared.getName().equals(method)
                            && Arrays.equals(declared.getParameterTypes(), parameters))) {
                return true;
            }
        }
        return false;
    }

    private static long highest(ReliableMulticast multicast, Address sender) {
        var received = multicast.getBuf(sender);
        return received == null ? 0 : received.high();
    }

    /** The number of JGroups' own class, by which the other members know the protocol's headers. */
    private static short idOf(Class<? extends Protocol> original) {
        return ClassConfigurator.getProtocolId(original);
    }

    /** Made by JGroups. */
    public static final class Nakack2 extends NAKACK2 implements CountsMissed {
        private final MissedMessages missed = new MissedMessages();

        /** As JGroups needs it. */
        public Nakack2() {
            setId(idOf(NAKACK2.class));
        }

        @Override
        public String getName() {
            return NAKACK2.class.getSimpleName();
        }

        @Override
        protected void retransmit(SeqnoList numbers, Address sender, boolean multicastRequest) {
            missed.asked(numbers, sender);
            super.retransmit(numbers, sender, multicastRequest);
        }

        @Override
        public long missedFrom(Address sender) {
            return missed.of(sender);
        }

        @Override
        public long messagesFrom(Address sender) {
            Table<?> received = getWindow(sender);
            return received == null ? 0 : received.getHighestReceived();
        }
    }

    /** Made by JGroups. */
    public static final class Nakack3 extends NAKACK3 implements CountsMissed {
        private final MissedMessages missed = new MissedMessages();

        /** As JGroups needs it. */
        public Nakack3() {
            setId(idOf(NAKACK3.class));
        }

        @Override
        public String getName() {
            return NAKACK3.class.getSimpleName();
        }

        @Override
        protected void retransmit(SeqnoList numbers, Address sender, boolean multicastRequest) {
            missed.asked(numbers, sender);
            super.retransmit(numbers, sender, multicastRequest);
        }

        @Override
        public long missedFrom(Address sender) {
            return missed.of(sender);
        }

        @Override
        public long messagesFrom(Address sender) {
            return highest(this, sender);
        }
    }

    /** Made by JGroups. */
    public static final class Nakack4 extends NAKACK4 implements CountsMissed {
        private final MissedMessages missed = new MissedMessages();

        /** As JGroups needs it. */
        public Nakack4() {
            setId(idOf(NAKACK4.class));
        }

        @Override
        public String getName() {
            return NAKACK4.class.getSimpleName();
        }

        @Override
        protected void retransmit(SeqnoList numbers, Address sender, boolean multicastRequest) {
            missed.asked(numbers, sender);
            super.retransmit(numbers, sender, multicastRequest);
        }

        @Override
        public long missedFrom(Address sender) {
            return missed.of(sender);
        }

        @Override
        public long messagesFrom(Address sender) {
            return highest(this, sender);
        }
    }

    /** Made by JGroups. */
    public static final class Unicast3 extends UNICAST3 implements CountsMissed {
        private final MissedMessages missed = new MissedMessages();

        /** As JGroups needs it. */
        public Unicast3() {
            setId(idOf(UNICAST3.class));
        }

        @Override
        public String getName() {
            return UNICAST3.class.getSimpleName();
        }

        @Override
        protected void retransmit(SeqnoList numbers, Address sender, Address destination) {
            missed.asked(numbers, sender);
            super.retransmit(numbers, sender, destination);
        }

        @Override
        public long missedFrom(Address sender) {
            return missed.of(sender);
        }

        @Override
        public long messagesFrom(Address sender) {
            var entry = recv_table.get(sender);
            var window = entry == null ? null : Util.getField(Util.getField(entry.getClass(), "msgs"), entry);
            return window instanceof Table<?> received ? received.getHighestReceived() : 0;
        }
    }

    /** Made by JGroups. */
    public static final class Unicast4 extends UNICAST4 implements CountsMissed {
        private final MissedMessages missed = new MissedMessages();

        /** As JGroups needs it. */
        public Unicast4() {
            setId(idOf(UNICAST4.class));
        }

        @Override
        public String getName() {
            return UNICAST4.class.getSimpleName();
        }

        @Override
        protected void retransmit(SeqnoList numbers, Address sender, Address destination) {
            missed.asked(numbers, sender);
            super.retransmit(numbers, sender, destination);
        }

        @Override
        public long missedFrom(Address sender) {
            return missed.of(sender);
        }

        @Override
        public long messagesFrom(Address sender) {
            var entry = recv_table.get(sender);
            return entry == null ? 0 : entry.buf().high();
        }
    }
}
