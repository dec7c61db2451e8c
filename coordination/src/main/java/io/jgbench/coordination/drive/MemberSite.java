package io.jgbench.coordination.drive;

import io.jgbench.coordination.control.MemberClient;
import io.jgbench.coordination.protocol.JoinRequest;
import java.time.Duration;
import java.util.Optional;

/** Where a member lives, as its {@link MemberDriver} needs it. Called by the driver's own thread alone. */
public interface MemberSite {

    /** Brings the member to life, unless it lives. Where that fails, its sighting tells. */
    void launch();

    /** Its control connection; empty as long as there is nothing to connect to. */
    Optional<MemberClient> client();

    /**
     * The request that makes it join the others.
     *
     * @param timeout until when it has to see them
     */
    JoinRequest join(Duration timeout);

    /** Makes sure that the member ends; it has been told already, if it could be. */
    void end() throws InterruptedException;
}
