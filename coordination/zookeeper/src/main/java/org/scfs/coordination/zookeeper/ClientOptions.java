package org.scfs.coordination.zookeeper;

import java.time.Duration;

/**
 * What a client needs to know.
 *
 * @param connect the servers, {@code host:port,...}
 * @param layout where things are
 * @param callTimeout how long one call may take
 * @param handles how sessions are made
 * @param soleUser whether nobody else may use these servers at all
 */
record ClientOptions(
    String connect, Layout layout, Duration callTimeout, HandleOptions handles, boolean soleUser) {}
