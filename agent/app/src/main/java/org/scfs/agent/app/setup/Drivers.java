package org.scfs.agent.app.setup;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import org.scfs.coordination.CoordinationProvider;
import org.scfs.storage.ObjectStoreProvider;

/** The drivers on the class path, by the type that a configuration names. */
public final class Drivers {

  private final Map<String, ObjectStoreProvider> storage = new HashMap<>();
  private final Map<String, CoordinationProvider> coordination = new HashMap<>();

  private Drivers() {}

  /** Finds them all. */
  public static Drivers find() {
    Drivers drivers = new Drivers();
    for (ObjectStoreProvider provider : ServiceLoader.load(ObjectStoreProvider.class)) {
      drivers.storage.put(provider.type(), provider);
    }
    for (CoordinationProvider provider : ServiceLoader.load(CoordinationProvider.class)) {
      drivers.coordination.put(provider.type(), provider);
    }
    return drivers;
  }

  /** The keys that each driver of clouds understands. */
  Map<String, Set<String>> storageOptions() {
    Map<String, Set<String>> options = new HashMap<>();
    storage.forEach((type, provider) -> options.put(type, provider.options()));
    return options;
  }

  /** The keys that each coordination service understands. */
  Map<String, Set<String>> coordinationOptions() {
    Map<String, Set<String>> options = new HashMap<>();
    coordination.forEach((type, provider) -> options.put(type, provider.options()));
    return options;
  }

  /** The driver of a cloud whose configuration was checked. */
  ObjectStoreProvider storage(String type) {
    return Optional.ofNullable(storage.get(type)).orElseThrow();
  }

  /** The coordination service of a configuration that was checked. */
  CoordinationProvider coordination(String type) {
    return Optional.ofNullable(coordination.get(type)).orElseThrow();
  }
}
