package io.jgbench.coordination.result;

import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** Where everything went that a run's members sent, partial reports included: what must add up. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
public interface Accounts {

    /** Whether they add up, to the unit. */
    boolean addUp();

    /** Units of work that had to be done, over all members that reported. */
    long expectedUnits();

    /** Units of work that were done. */
    long doneUnits();

    /** Units of work that were to be done and were not, or not rightly; such figures must be seen beside the rates. */
    long lostUnits();
}
