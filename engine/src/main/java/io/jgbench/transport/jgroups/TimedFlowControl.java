package io.jgbench.transport.jgroups;

import java.util.concurrent.atomic.LongAdder;
import org.jgroups.Message;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.MFC;
import org.jgroups.protocols.UFC;
import org.jgroups.util.Credit;
import org.jgroups.util.CreditMap;

/**
 * JGroups' flow control, which also adds up how long senders wait. JGroups itself has the mean of some of the last 512
 * waits, chosen at random: a long one raises it for many short ones after it. The clock is asked only by a thread that
 * is going to wait.
 */
final class TimedFlowControl {
    private TimedFlowControl() {}

    /** Made by JGroups. */
    public static final class Mfc extends MFC implements CountsBlocked {
        private final LongAdder blockedNanos = new LongAdder();

        /** As JGroups needs it. */
        public Mfc() {
            setId(ClassConfigurator.getProtocolId(MFC.class));
        }

        @Override
        public String getName() {
            return MFC.class.getSimpleName();
        }

        @Override
        protected CreditMap createCreditMap(long credits) {
            return new TimedCreditMap(credits, blockedNanos);
        }

        @Override
        public long blockedNanos() {
            return blockedNanos.sum();
        }
    }

    /** Made by JGroups. */
    public static final class Ufc extends UFC implements CountsBlocked {
        private final LongAdder blockedNanos = new LongAdder();

        /** As JGroups needs it. */
        public Ufc() {
            setId(ClassConfigurator.getProtocolId(UFC.class));
        }

        @Override
        public String getName() {
            return UFC.class.getSimpleName();
        }

        @Override
        @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // JGroups declares it so
        protected <T extends Credit> T createCredit(int credits) {
            return (T) new TimedCredit(credits, blockedNanos);
        }

        @Override
        public long blockedNanos() {
            return blockedNanos.sum();
        }
    }

    /** Credits of all receivers of a multicast. */
    static final class TimedCreditMap extends CreditMap {
        private final LongAdder blockedNanos;

        TimedCreditMap(long credits, LongAdder blockedNanos) {
            super(credits);
            this.blockedNanos = blockedNanos;
        }

        @Override
        public boolean decrement(Message message, int credits, long timeoutMillis) {
            if (super.decrement(message, credits, 0)) {
                return true;
            }
            if (timeoutMillis <= 0) {
                return false;
            }
            long began = System.nanoTime();
            try {
                return super.decrement(message, credits, timeoutMillis);
            } finally {
                blockedNanos.add(System.nanoTime() - began);
            }
        }
    }

    /** Credits of one receiver. */
    static final class TimedCredit extends Credit {
        private final LongAdder blockedNanos;

        TimedCredit(long credits, LongAdder blockedNanos) {
            super(credits);
            this.blockedNanos = blockedNanos;
        }

        @Override
        public boolean decrementIfEnoughCredits(Message message, int credits, long timeoutMillis) {
            if (super.decrementIfEnoughCredits(message, credits, 0)) {
                return true;
            }
            if (timeoutMillis <= 0) {
                return false;
            }
            long began = System.nanoTime();
            try {
                return super.decrementIfEnoughCredits(message, credits, timeoutMillis);
            } finally {
                blockedNanos.add(System.nanoTime() - began);
            }
        }
    }
}
