package org.scfs.agent.openfile;

import org.scfs.agent.anchor.Anchor;
import org.scfs.agent.anchor.ConflictCopies;
import org.scfs.agent.anchor.VersionStore;
import org.scfs.agent.cache.FileCache;
import org.scfs.agent.cache.WorkingRecords;
import org.scfs.agent.metadata.NameSpace;
import org.scfs.ports.Environment;

/**
 * What open files work with.
 *
 * @param names the name space
 * @param anchor locks and commits
 * @param versions the clouds
 * @param conflicts keeps what came too late
 * @param cache files on the local disk
 * @param records notes beside changed files
 * @param environment the ports
 */
public record FileServices(
    NameSpace names,
    Anchor anchor,
    VersionStore versions,
    ConflictCopies conflicts,
    FileCache cache,
    WorkingRecords records,
    Environment environment) {}
