package org.scfs.depsky;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.scfs.storage.Payload;
import org.scfs.storage.PutMode;
import org.scfs.storage.testkit.Fault;
import org.scfs.storage.testkit.Operation;

/**
 * A way for a cloud to be faulty.
 *
 * @param name for people
 * @param early whether it begins before the last version is written: what it does shows later
 * @param shows the calls in which a client sees that something is wrong
 * @param start makes a cloud so
 */
record Misbehaviour(String name, boolean early, Set<Operation> shows, Start start) {

  interface Start {
    void at(TestVolume volume, int cloud) throws Exception;
  }

  static List<Misbehaviour> all() {
    Set<Operation> everything = EnumSet.allOf(Operation.class);
    Set<Operation> reads = EnumSet.of(Operation.GET);
    return List.of(
        fault(new Fault.Down(), everything),
        fault(new Fault.Denied(), everything),
        fault(new Fault.Hanging(), everything),
        fault(new Fault.Slow(Duration.ofSeconds(20)), everything),
        fault(new Fault.Throttling(Duration.ofSeconds(3)), everything),
        fault(new Fault.HalfWritten(), EnumSet.of(Operation.PUT)),
        fault(new Fault.LostAnswer(), EnumSet.of(Operation.PUT)),
        fault(new Fault.CreateTwice(), EnumSet.noneOf(Operation.class)),
        fault(new Fault.FlippedBit(), reads),
        fault(new Fault.RandomBytes(), reads),
        fault(new Fault.Truncated(), reads),
        early(new Fault.Frozen(), reads),
        early(new Fault.FirstWritten(), EnumSet.noneOf(Operation.class)),
        early(new Fault.LaggingList(), EnumSet.noneOf(Operation.class)),
        early(new Fault.Forgetful(), reads),
        new Misbehaviour("emptied", false, reads, Misbehaviour::empty),
        new Misbehaviour("swapped", false, reads, Misbehaviour::swap));
  }

  boolean harmsOldObjectsOnly() {
    return name.equals("emptied") || name.equals("swapped");
  }

  private static Misbehaviour fault(Fault fault, Set<Operation> shows) {
    return new Misbehaviour(name(fault), false, shows, (v, i) -> v.clouds.get(i).start(fault));
  }

  private static Misbehaviour early(Fault fault, Set<Operation> shows) {
    return new Misbehaviour(name(fault), true, shows, (v, i) -> v.clouds.get(i).start(fault));
  }

  private static String name(Fault fault) {
    return fault.getClass().getSimpleName();
  }

  private static void empty(TestVolume volume, int cloud) throws Exception {
    volume.below.get(cloud).delete(volume.keys(cloud));
  }

  /** Puts each object's bytes under the name of another one: genuine bytes in the wrong place. */
  private static void swap(TestVolume volume, int cloud) throws Exception {
    var keys = volume.keys(cloud);
    List<byte[]> objects = new ArrayList<>();
    for (var key : keys) {
      objects.add(volume.object(cloud, key));
    }
    for (int i = 0; i < keys.size(); i++) {
      Payload other = Payload.of(objects.get((i + 1) % keys.size()));
      volume.below.get(cloud).put(keys.get(i), other, PutMode.REPLACE);
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
