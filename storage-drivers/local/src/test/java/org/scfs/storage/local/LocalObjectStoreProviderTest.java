package org.scfs.storage.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.scfs.storage.ObjectStoreProvider;
import org.scfs.storage.StorageException;
import org.scfs.storage.StoreSettings;

final class LocalObjectStoreProviderTest {

  @Test
  void serviceLoaderFindsTheDriver() {
    assertThat(ServiceLoader.load(ObjectStoreProvider.class))
        .singleElement()
        .satisfies(
            provider -> {
              assertThat(provider.type()).isEqualTo("local");
              assertThat(provider.options()).containsExactly("directory");
            });
  }

  @Test
  void directoryMustBeSetToAnAbsolutePath() {
    assertMisconfigured(Map.of());
    assertMisconfigured(Map.of("directory", ""));
    assertMisconfigured(Map.of("directory", "relative/path"));
    assertMisconfigured(Map.of("directory", "/with\u0000nul"));
  }

  private static void assertMisconfigured(Map<String, String> options) {
    assertThatThrownBy(() -> new LocalObjectStoreProvider().open(new StoreSettings("a", options)))
        .isInstanceOf(StorageException.Misconfigured.class)
        .hasMessageContaining("\"a\"")
        .hasMessageContaining("\"directory\"");
  }
}
