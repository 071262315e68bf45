package org.scfs.agent.frontend;

/**
 * What a transport can do.
 *
 * @param invalidation whether {@link MountHandle#invalidate} reaches the kernel
 * @param renameFlags whether NO_REPLACE and EXCHANGE arrive
 */
public record TransportCapabilities(boolean invalidation, boolean renameFlags) {}
