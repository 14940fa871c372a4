package dev.evenkeel.timeseries.internal.plan.archive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.timeseries.internal.plan.archive.Progress.Header;
import dev.evenkeel.timeseries.spec.ArchivePolicy.ArchiveMethod;
import dev.evenkeel.timeseries.spec.TimeSpan;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A table is known by its id, or by its creation where an engine has no ids. */
class TableIdentityTest {
  private static final Instant THEN = Instant.parse("2026-03-10T00:00:00Z");
  private static final Instant LATER = THEN.plusSeconds(86_400);

  private static ArchivedTable archive(@Nullable String id, @Nullable Instant created) {
    return new ArchivedTable(
        "t_2026-03-10",
        new TimeSpan(THEN, LATER),
        id,
        created,
        ArchiveMethod.SCAN,
        "bucket",
        "old/",
        "01693685827463-2d8752fd",
        1,
        1,
        null,
        "00",
        LATER,
        false,
        null);
  }

  private static Header header(@Nullable String id, @Nullable Instant created) {
    return new Header(
        "01693685827463-2d8752fd",
        id,
        created,
        ArchiveMethod.SCAN,
        1,
        LATER,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  @Test
  void isOf_nothingIsKnownOfEither_isNot() {
    assertThat(archive(null, null).isOf(null, null)).isFalse();
    assertThat(header(null, null).isOf(null, null)).isFalse();
    assertThat(
            LedgerEntry.building("t_2026-03-10", new TimeSpan(THEN, LATER))
                .of(null, null)
                .isOf(null, null))
        .isFalse();
  }

  @Test
  void isOf_engineWithoutIds_goesByTheCreation() {
    assertThat(archive(null, THEN).isOf(null, THEN)).isTrue();
    assertThat(archive(null, THEN).isOf(null, LATER)).isFalse();
    assertThat(header(null, THEN).isOf(null, THEN)).isTrue();
    assertThat(header(null, THEN).isOf(null, LATER)).isFalse();
  }

  @Test
  void isOf_engineWithoutCreationTimes_goesByTheId() {
    assertThat(archive("id", null).isOf("id", null)).isTrue();
    assertThat(header("id", null).isOf("id", null)).isTrue();
    assertThat(header("id", null).isOf("other", null)).isFalse();
  }

  /** A rebuild does not know when its table was created. */
  @Test
  void isOf_archiveThatWasRebuilt_isOfNoTableThatIsThere() {
    assertThat(archive("id", null).isOf("id", THEN)).isFalse();
    assertThat(archive("id", THEN).isOf("id", THEN)).isTrue();
    assertThat(archive("id", THEN).isOf("other", THEN)).isFalse();
  }
}
