/**
 * The coordination service over Apache ZooKeeper: a client, and a server inside the agent's process
 * for volumes that live on one machine.
 */
@NullMarked
package org.scfs.coordination.zookeeper;

import org.jspecify.annotations.NullMarked;
