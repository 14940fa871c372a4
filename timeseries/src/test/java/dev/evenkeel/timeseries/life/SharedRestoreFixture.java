package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.work.SharedPass;
import dev.evenkeel.objects.internal.shell.ObjectCalls;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.internal.plan.restore.ArchiveWork;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import dev.evenkeel.timeseries.spec.archive.RestoreReport;
import dev.evenkeel.timeseries.spec.archive.RestoreReport.State;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A table that was archived, and its restore, which a call and workers share. */
final class SharedRestoreFixture {
  static final String TARGET = "back";
  static final String JOB = "audit";
  static final RestoreOrder ALONE = RestoreOrder.of(ArchiveFixture.DAY).to(TARGET);
  static final RestoreOrder SHARED = ALONE.sharing(JOB);

  private final ArchiveFixture archives;

  /** The items of the table that was archived. */
  final Set<Map<String, AttributeValue>> before;

  /** Who calls the restore. */
  Actor actor;

  SharedRestoreFixture(ArchiveFixture archives) {
    this.archives = archives;
    this.actor = archives.actor(Kind.SYNC);
    archives.fill(actor);
    this.before = archives.rows(ArchiveFixture.DAY);
    ArchivedTable unused = archives.archive(actor);
  }

  Sender<Object> servers() {
    return Sender.sync(archives.sync, ObjectCalls.sync(archives.s3));
  }

  /** Works until no segment that there is now is left. */
  long work(HastyProcess process) {
    return work(process, this::isRead);
  }

  long work(HastyProcess process, BooleanSupplier stop) {
    SharedPass job = SharedPass.of("control", JOB).lanes(2).until(stop);
    return SyncRunner.create()
        .run(
            ArchiveWork.flow(List.of(archives.spec()), job, process::nanos),
            process,
            Deadline.NONE);
  }

  long work() {
    return work(new HastyProcess(servers()));
  }

  private boolean isRead() {
    return rowsOfJobs().stream()
        .filter(item -> item.get("sk").s().startsWith("segment#"))
        .allMatch(item -> item.get("state").s().equals("DONE"));
  }

  List<Map<String, AttributeValue>> rowsOfJobs() {
    return archives.rows("control").stream()
        .filter(item -> item.get("pk").s().startsWith("job#"))
        .toList();
  }

  void assertUnderWay(String doing) {
    RestoreReport report = actor.restore(SHARED);
    assertThat(report.state()).isEqualTo(State.UNDER_WAY);
    assertThat(report.detail()).contains("workers of job 'audit' have " + doing);
  }

  void assertDone(RestoreOrder order) {
    RestoreReport report = actor.restore(order);
    assertThat(report).isEqualTo(new RestoreReport(TARGET, State.DONE, 150, 150, ""));
    assertThat(archives.rows(TARGET)).isEqualTo(before);
    assertThat(rowsOfJobs()).isEmpty();
    assertThat(archives.notes("readings#restore#" + TARGET)).isEmpty();
  }

  /** From files that are checked to the end. */
  void writeAndVerify() {
    assertUnderWay("written");
    work();
    assertUnderWay("verified");
    work();
    assertDone(SHARED);
  }
}
