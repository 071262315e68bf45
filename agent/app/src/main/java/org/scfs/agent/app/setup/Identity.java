package org.scfs.agent.app.setup;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import org.scfs.depsky.codec.SigningKey;
import org.scfs.ports.Randomness;

/** The file that holds the principal's key. Nobody but its owner may use it. */
public final class Identity {

  private final Path file;

  /** The identity in this file. */
  public Identity(Path file) {
    this.file = file;
  }

  /**
   * Makes a new key if the file is absent, and otherwise checks that it holds one.
   *
   * @return whether it was made
   */
  public boolean ensure(Randomness randomness) throws Failure {
    if (Files.exists(file)) {
      var _ = read();
      return false;
    }
    byte[] key = SigningKey.generate(randomness).encoded();
    try {
      OwnerOnly.writeNew(file, key);
      return true;
    } catch (FileAlreadyExistsException e) {
      var _ = read();
      return false; // somebody else made it at the same time
    } catch (IOException e) {
      throw new Failure("cannot write the identity file " + file + ": " + e.getMessage(), e);
    } finally {
      Arrays.fill(key, (byte) 0);
    }
  }

  /** Reads the key. */
  public SigningKey read() throws Failure {
    try {
      if (!OwnerOnly.holdsFor(file.toRealPath())) {
        throw new Failure(
            "others may use the identity file "
                + file
                + ", or own it\nplease run: chmod 600 "
                + file,
            null);
      }
      return SigningKey.decode(Files.readAllBytes(file));
    } catch (NoSuchFileException e) {
      throw new Failure(
          "there is no identity file "
              + file
              + "\nput your copy of it back; if you never had one: scfs init",
          e);
    } catch (IllegalArgumentException e) {
      throw new Failure("the identity file " + file + " is damaged: put your copy back", e);
    } catch (IOException e) {
      throw new Failure("cannot read the identity file " + file + ": " + e.getMessage(), e);
    }
  }
}
