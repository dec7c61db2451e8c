package io.jgbench.transport.jgroups;

import io.jgbench.transport.SenderWaits;
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
        private final SenderWaits waits = new SenderWaits();

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
            return new TimedCreditMap(credits, waits);
        }

        @Override
        public SenderWaits waits() {
            return waits;
        }
    }

    /** Made by JGroups. */
    public static final class Ufc extends UFC implements CountsBlocked {
        private final SenderWaits waits = new SenderWaits();

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
            return (T) new TimedCredit(credits, waits);
        }

        @Override
        public SenderWaits waits() {
            return waits;
        }
    }

    /** Credits of all receivers of a multicast. */
    static final class TimedCreditMap extends CreditMap {
        private final SenderWaits waits;

        TimedCreditMap(long credits, SenderWaits waits) {
            super(credits);
            this.waits = waits;
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
                waits.add(System.nanoTime() - began);
            }
        }
    }

    /** Credits of one receiver. */
    static final class TimedCredit extends Credit {
        private final SenderWaits waits;

        TimedCredit(long credits, SenderWaits waits) {
            super(credits);
            this.waits = waits;
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
                waits.add(System.nanoTime() - began);
            }
        }
    }
}
