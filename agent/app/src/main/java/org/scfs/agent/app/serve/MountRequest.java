package org.scfs.agent.app.serve;

import java.nio.file.Path;
import org.scfs.agent.app.setup.Configuration;
import org.scfs.config.VolumeSettings;

/**
 * What is to be mounted, and how.
 *
 * @param configuration the configuration that names it
 * @param volume one of its volumes
 * @param directory where to, a path without symbolic links
 * @param allowOther whether other users may use the mount
 * @param readOnly whether changes are refused
 */
public record MountRequest(
    Configuration configuration,
    VolumeSettings volume,
    Path directory,
    boolean allowOther,
    boolean readOnly) {}
