package org.scfs.agent.cache;

import org.jspecify.annotations.Nullable;

/** An open file of the cache. The mutable fields belong to {@link FileCache} and its lock. */
public final class CachedFile {

  final FileImage image;
  String diskName;
  @Nullable CachedVersion version;
  boolean dirty;

  CachedFile(String diskName, FileImage image, @Nullable CachedVersion version) {
    this.diskName = diskName;
    this.image = image;
    this.version = version;
  }

  /** The file's bytes. */
  public FileImage image() {
    return image;
  }
}
