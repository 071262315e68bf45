package org.scfs.agent.vfs;

import org.scfs.ports.Id128;

/**
 * One entry of a directory.
 *
 * @param name the entry's name
 * @param id the object that it names
 * @param type the object's type
 */
public record DirectoryItem(String name, Id128 id, FileType type) {}
