package org.scfs.depsky.register;

import java.time.Duration;
import java.util.Set;
import org.scfs.depsky.AnchoredStoreSettings;
import org.scfs.depsky.QuorumParameters;
import org.scfs.depsky.codec.RegisterState;
import org.scfs.depsky.codec.VerifyingKey;
import org.scfs.ports.Id128;

/**
 * Settings of a {@link RegisterStore}, the same for all who use its data units.
 *
 * @param volume what all data units belong to
 * @param parameters how values are spread over the clouds
 * @param protocol how values are kept
 * @param writers the keys of all who may write; what others signed is refused
 * @param cloudTimeout how long a cloud has to answer, retries included
 */
public record RegisterSettings(
    Id128 volume,
    QuorumParameters parameters,
    Protocol protocol,
    Set<VerifyingKey> writers,
    Duration cloudTimeout) {

  private static final int SEGMENT_BYTES = 8 << 20;

  /** Checks that somebody may write. */
  public RegisterSettings {
    writers = Set.copyOf(writers);
    if (writers.isEmpty()) {
      throw new IllegalArgumentException("a register needs the key of a writer");
    }
  }

  AnchoredStoreSettings values() {
    return new AnchoredStoreSettings(volume, parameters, SEGMENT_BYTES, cloudTimeout, writers);
  }

  /** Byzantine quorums: two of them have f + 1 clouds in common, one of which is correct. */
  int quorum() {
    return parameters.n() - parameters.f();
  }

  RegisterState.Place place(Id128 unit) {
    return new RegisterState.Place(volume, unit, protocol.id());
  }
}
