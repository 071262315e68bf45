package org.scfs.agent.vfs;

/**
 * A file that was created and opened in one step.
 *
 * @param attributes of the new file
 * @param handle open for what was asked
 */
public record CreatedFile(Attributes attributes, FileHandle handle) {}
