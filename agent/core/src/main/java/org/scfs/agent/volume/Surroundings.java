package org.scfs.agent.volume;

import org.scfs.agent.disk.Disk;
import org.scfs.coordination.CoordinationService;
import org.scfs.depsky.AnchoredStore;
import org.scfs.ports.Environment;

/**
 * What a mounted volume stands on. The volume does not close any of it.
 *
 * @param coordination the consistency anchor
 * @param clouds the cloud-of-clouds
 * @param disk the folder of this volume's cache, used by no other mount
 * @param environment the ports
 */
public record Surroundings(
    CoordinationService coordination, AnchoredStore clouds, Disk disk, Environment environment) {}
