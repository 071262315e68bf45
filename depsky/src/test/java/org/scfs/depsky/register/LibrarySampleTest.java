package org.scfs.depsky.register;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.scfs.depsky.Cloud;
import org.scfs.depsky.DepSkyException;
import org.scfs.depsky.QuorumParameters;
import org.scfs.depsky.TestVolume;
import org.scfs.depsky.codec.SigningKey;
import org.scfs.ports.Environment;
import org.scfs.ports.Id128;
import org.scfs.ports.system.SystemEnvironment;
import org.scfs.storage.testkit.Fault;

/** The sample of docs/depsky-library.md: it is compiled and run here, and quoted there. */
final class LibrarySampleTest {

  private static String sample(List<Cloud> fourClouds) throws DepSkyException {
    // begin of the sample
    Environment environment = SystemEnvironment.create();
    SigningKey key = SigningKey.generate(environment.randomness());
    QuorumParameters parameters = QuorumParameters.forFaults(4, 1);
    Id128 volume = new Id128(1, 1);
    Id128 diary = new Id128(1, 2);
    var settings =
        new RegisterSettings(
            volume,
            parameters,
            Protocol.CONFIDENTIAL,
            Set.of(key.verifyingKey()),
            Duration.ofSeconds(10));
    try (var store = new RegisterStore(settings, fourClouds, key, environment)) {
      store.write(diary, "Dear diary".getBytes(StandardCharsets.UTF_8));
      byte[] text = store.readLatest(diary).orElseThrow().bytes();
      return new String(text, StandardCharsets.UTF_8);
    }
    // end of the sample
  }

  @Test
  void sampleWorksWithOneCloudDown() throws Exception {
    TestVolume volume = new TestVolume();
    volume.clouds.get(1).start(new Fault.Down());
    List<Cloud> clouds =
        java.util.stream.IntStream.range(0, 4)
            .mapToObj(i -> new Cloud(TestVolume.name(i), volume.clouds.get(i)))
            .toList();
    assertThat(sample(clouds)).isEqualTo("Dear diary");
  }

  @Test
  void sampleInTheDocumentationIsThisOne() throws IOException {
    String begin = "// begin of the sample\n";
    String source =
        Files.readString(Path.of("src/test/java/org/scfs/depsky/register/LibrarySampleTest.java"));
    String marked =
        source.substring(
            source.indexOf(begin) + begin.length(), source.indexOf("    // end of the sample"));
    String document = Files.readString(Path.of("../docs/depsky-library.md"));
    assertThat(document).contains(marked.stripTrailing().stripIndent());
  }
}
