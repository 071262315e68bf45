package org.scfs.config;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Reads one section {@code [volumes.NAME]}. */
final class VolumeReader {

  private static final Section.Range<Long> SEGMENT =
      new Section.Range<>(8L << 20, 64L << 10, 64L << 20);

  private final Section section;
  private final Map<String, CloudSettings> known;

  /**
   * @param known the clouds of the whole configuration
   */
  VolumeReader(Section section, Map<String, CloudSettings> known) {
    this.section = section;
    this.known = known;
  }

  VolumeSettings read() throws SettingsException {
    section.allow(Schema.VOLUME);
    List<String> clouds = clouds();
    QuorumRules rules = rules(clouds.size());
    return new VolumeSettings(
        section.name(),
        clouds,
        Math.toIntExact(rules.faulty()),
        Math.toIntExact(rules.dataBlocks()),
        Math.toIntExact(rules.keyShares()),
        Math.toIntExact(section.bytes("segment-size", SEGMENT)),
        section.duration("metadata-ttl", wait(Duration.ofMillis(500))),
        section.duration("lock-wait", wait(Duration.ofSeconds(2))),
        section.duration("cloud-timeout", SettingsReader.timeout(Duration.ofSeconds(30))));
  }

  private List<String> clouds() throws SettingsException {
    List<String> names = section.strings("clouds");
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      if (!known.containsKey(name)) {
        throw section.mistake(
            "clouds",
            i,
            "there is no cloud %s%s"
                .formatted(Secrecy.shown(name), Suggestion.hint(name, known.keySet())));
      }
      requireAnotherPlace(names, i);
    }
    return names;
  }

  /** A place that counts twice would break the promise to bear its loss. */
  private void requireAnotherPlace(List<String> names, int index) throws SettingsException {
    String name = names.get(index);
    for (String earlier : names.subList(0, index)) {
      if (earlier.equals(name)) {
        throw section.mistake("clouds", index, "the cloud \"" + name + "\" is listed twice");
      }
      if (cloud(earlier).samePlaceAs(cloud(name))) {
        throw section.mistake(
            "clouds",
            index,
            "the clouds \"%s\" and \"%s\" are the same place".formatted(earlier, name));
      }
    }
  }

  private CloudSettings cloud(String name) {
    return Objects.requireNonNull(known.get(name));
  }

  private QuorumRules rules(int clouds) throws SettingsException {
    long faulty = section.integer("faulty", QuorumRules.defaultFaulty(clouds));
    long parts = QuorumRules.defaultParts(faulty);
    QuorumRules rules =
        new QuorumRules(
            clouds,
            faulty,
            section.integer("data-blocks", parts),
            section.integer("key-shares", parts));
    Optional<QuorumRules.Violation> violation = rules.violation();
    if (violation.isPresent()) {
      throw section.mistake(violation.get().key(), violation.get().problem());
    }
    return rules;
  }

  private static Section.Range<Duration> wait(Duration absent) {
    return new Section.Range<>(absent, Duration.ZERO, Duration.ofHours(24));
  }
}
