package org.scfs.agent.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.scfs.agent.vfs.Errno;
import org.scfs.agent.vfs.VfsException;

final class AnswersTest {

  @ParameterizedTest
  @EnumSource(Errno.class)
  void everyConditionBecomesANegativeNumber(Errno errno) {
    int answer =
        Answers.done(
            "test",
            "/a",
            () -> {
              throw new VfsException(errno, "reason");
            });

    assertThat(answer).isEqualTo(ErrnoMapping.negative(errno)).isBetween(-200, -1);
  }

  @Test
  void conditionsKeepApart() {
    assertThat(Arrays.stream(Errno.values()).map(ErrnoMapping::negative)).doesNotHaveDuplicates();
    assertThat(ErrnoMapping.negative(Errno.ENOENT)).isEqualTo(-2);
    assertThat(ErrnoMapping.negative(Errno.ESTALE)).isEqualTo(-116);
  }

  @Test
  void nothingIsThrownIntoNativeCode() {
    assertThat(
            Answers.of(
                "test",
                null,
                () -> {
                  throw new StackOverflowError();
                }))
        .isEqualTo(ErrnoMapping.negative(Errno.EIO));
  }

  @Test
  void resultsPass() {
    assertThat(Answers.of("test", null, () -> 42)).isEqualTo(42);
    assertThat(Answers.done("test", null, () -> {})).isZero();
  }
}
