package org.scfs.depsky;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.scfs.ports.Environment;

/** The clouds of a volume, and which of them to ask first. Thread-safe. */
final class Clouds {

  /** Latencies below this do not make one cloud better than another. */
  private static final long SAME_NANOS = Duration.ofMillis(16).toNanos();

  private final List<CloudClient> clients;
  private final Placements placements = new Placements();
  private final Environment environment;

  Clouds(List<Cloud> clouds, Environment environment) {
    List<CloudClient> list = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (Cloud cloud : clouds) {
      if (!names.add(cloud.name())) {
        throw new IllegalArgumentException("two clouds are called " + cloud.name());
      }
      CloudMonitor monitor = new CloudMonitor(cloud.name(), environment.time());
      list.add(new CloudClient(list.size(), cloud, monitor));
    }
    this.clients = List.copyOf(list);
    this.environment = environment;
  }

  Environment environment() {
    return environment;
  }

  int size() {
    return clients.size();
  }

  CloudClient client(int index) {
    return clients.get(index);
  }

  Placements placements() {
    return placements;
  }

  List<CloudHealth> health() {
    return clients.stream().map(client -> client.monitor().health()).toList();
  }

  void close() {
    clients.forEach(client -> client.store().close());
  }

  /** All clouds, the best for the request first. */
  List<CloudClient> inOrderFor(Request<?> request) {
    record Candidate(CloudClient client, CloudMonitor.Rank rank, int slowness) {}
    int holders = placements.of(request.key());
    return clients.stream()
        .map(
            client ->
                new Candidate(
                    client,
                    rank(client, request.proof(), holders),
                    slowness(client.monitor().recent(request.expectedBytes()))))
        .sorted(
            Comparator.comparing(Candidate::rank)
                .thenComparingInt(Candidate::slowness)
                .thenComparingInt(candidate -> candidate.client().index()))
        .map(Candidate::client)
        .toList();
  }

  private static CloudMonitor.Rank rank(CloudClient client, CloudMonitor.Proof proof, int holders) {
    CloudMonitor.Rank rank = client.monitor().rank(proof);
    boolean reading = proof == CloudMonitor.Proof.VERIFIED;
    boolean holds = holders == 0 || (holders & (1 << client.index())) != 0;
    if (reading && !holds && rank.compareTo(CloudMonitor.Rank.MISSES_OBJECTS) < 0) {
      return CloudMonitor.Rank.MISSES_OBJECTS;
    }
    if (!reading && rank == CloudMonitor.Rank.MISSES_OBJECTS) {
      return CloudMonitor.Rank.GOOD;
    }
    return rank;
  }

  /** A coarse scale, so that the order does not change with every small difference. */
  private static int slowness(Duration recent) {
    return Long.SIZE - Long.numberOfLeadingZeros(recent.toNanos() / SAME_NANOS);
  }

  /**
   * Judges a cloud that had no such object while enough others had it.
   *
   * @param text the answer, for a person
   */
  void judgeAbsence(CloudClient client, Request<?> request, String text) {
    int holders = placements.of(request.key());
    if (holders == 0) {
      client.monitor().absent();
    } else if ((holders & (1 << client.index())) != 0) {
      client.monitor().corrupted("lost an object that it had acknowledged: " + text);
    }
  }
}
