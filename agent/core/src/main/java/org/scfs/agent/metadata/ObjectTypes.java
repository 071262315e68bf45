package org.scfs.agent.metadata;

import org.scfs.agent.vfs.FileType;
import org.scfs.coordination.tuple.ObjectType;

/** Conversion of object types. */
final class ObjectTypes {

  private ObjectTypes() {}

  static FileType toFileType(ObjectType type) {
    return switch (type) {
      // A type that a newer agent made shows as something that nobody opens by accident.
      case OBJECT_TYPE_UNSPECIFIED, UNRECOGNIZED, SOCKET -> FileType.SOCKET;
      case REGULAR -> FileType.REGULAR;
      case DIRECTORY -> FileType.DIRECTORY;
      case SYMLINK -> FileType.SYMLINK;
      case FIFO -> FileType.FIFO;
      case CHARACTER_DEVICE -> FileType.CHARACTER_DEVICE;
      case BLOCK_DEVICE -> FileType.BLOCK_DEVICE;
    };
  }

  static ObjectType toObjectType(FileType type) {
    return switch (type) {
      case REGULAR -> ObjectType.REGULAR;
      case DIRECTORY -> ObjectType.DIRECTORY;
      case SYMLINK -> ObjectType.SYMLINK;
      case FIFO -> ObjectType.FIFO;
      case SOCKET -> ObjectType.SOCKET;
      case CHARACTER_DEVICE -> ObjectType.CHARACTER_DEVICE;
      case BLOCK_DEVICE -> ObjectType.BLOCK_DEVICE;
    };
  }
}
