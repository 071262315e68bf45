package org.scfs.agent.frontend;

import java.nio.file.Path;
import java.time.Duration;

/**
 * How a volume is mounted.
 *
 * @param directory an existing directory
 * @param volume the volume's name, which {@code df} and {@code mount} show
 * @param allowOther whether other users than the one who mounts may use it
 * @param readOnly whether changes are refused
 * @param kernelCacheTime how long the kernel may keep names and attributes; never longer than the
 *     metadata cache's own bound
 */
public record MountOptions(
    Path directory,
    String volume,
    boolean allowOther,
    boolean readOnly,
    Duration kernelCacheTime) {}
