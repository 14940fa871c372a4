package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.testkit.mutant.MutatedClass;
import java.util.List;

/** Mistakes that the model has to notice. */
final class Mutants {
  private Mutants() {}

  static List<Mutant> all() {
    return List.of(
        mutant(
            "lease from the read, not the beat",
            "slow answers",
            "SessionFlows",
            "read(row, from)",
            "read(row, nanos.getAsLong())"),
        mutant(
            "the record is read before the first beat",
            "late comer",
            "SessionFlows",
            "return refreshAs(row);",
            "return table.clients().beat(row).map(done -> { session.adopt(read, row, from); return Done.DONE; });"),
        mutant(
            "the record is read before the beat",
            "two tries",
            "SessionFlows",
            "return beat.then(done -> read(row, from));",
            "return table.read(first).then(early -> beat.map(done -> { session.adopt(early, row, from); return Done.DONE; }));"),
        mutant(
            "clients do not register",
            "late comer",
            "SessionFlows",
            "return refreshAs(row);",
            "session.adopt(read, row, from); return Flow.done();"),
        mutant(
            "a poll extends the lease",
            "two tries",
            "SessionFlows",
            "read(null, nanos.getAsLong())",
            "read(session.registration(), nanos.getAsLong())"),
        mutant(
            "an older record is adopted",
            "slow polls",
            "LayoutSession",
            "!history.goesOn(known, read)",
            "false",
            "isSame ? known : read",
            "read"),
        mutant(
            "a beat is said twice",
            "beat lost",
            "LayoutSession",
            "Registration row = (registration == null ? fresh : registration).beaten(); registration = row; return row;",
            "Registration row = registration == null ? fresh : registration; registration = row; return row.beaten();"),
        mutant(
            "a late beat counts",
            "beat lost",
            "ClientRows",
            "\"attribute_not_exists(#beat) OR #beat <= :beat\"",
            "null"),
        mutant(
            "a beat of a deleted row brings a lease",
            "leave and come back",
            "LayoutSession",
            "(!hasEnded && beaten != null && isOwn(beaten))",
            "beaten != null"),
        mutant(
            "an acknowledgement counts for every pause",
            "two tries",
            "RowWatch",
            "!row.hasAcknowledged(paused)",
            "row.ack() == 0"),
        mutant(
            "an acknowledgement counts for the next pause",
            "two tries",
            "RowWatch",
            "!row.hasAcknowledged(paused)",
            "row.ack() < paused.version() - 2"),
        mutant(
            "a row is silent after the lease",
            "two tries",
            "RowWatch",
            "nanos.getAsLong() - seen.since() >= times.leaseNanos() + times.lateNanos()",
            "nanos.getAsLong() - seen.since() >= times.leaseNanos()"),
        mutant(
            "a row is silent after late requests",
            "two tries",
            "RowWatch",
            "nanos.getAsLong() - seen.since() >= times.leaseNanos() + times.lateNanos()",
            "nanos.getAsLong() - seen.since() >= times.lateNanos()"),
        mutant(
            "beats are not looked at",
            "beats",
            "RowWatch",
            "known == null || known.beat() != row.beat()",
            "known == null"),
        mutant(
            "acknowledged while a write is under way",
            "writer",
            "LayoutSession",
            "isClean(record.change().key())",
            "true"),
        mutant(
            "writes are not counted",
            "writer",
            "LayoutSession",
            "planned.state() == State.SETTLED ? isCurrent(planned)",
            "true ? isCurrent(planned)"),
        mutant(
            "an unanswered write counts for the lease only",
            "unanswered",
            "LayoutSession",
            "now - oldestFirst.next().signed() <= times.lateNanos()",
            "now - oldestFirst.next().signed() < times.lateNanos()"),
        mutant(
            "deregistered while a write is under way",
            "leave and come back",
            "LayoutSession",
            "row == null || !attempts.isEmpty()",
            "row == null"),
        mutant(
            "a client without a row keeps its lease",
            "leave and come back",
            "LayoutSession",
            "lease = new Lease(lease.record(), nanos.getAsLong()); return row;",
            "return row;"),
        mutant(
            "sent past the lease",
            "writer",
            "LayoutSession",
            "LayoutRecord now = view(); return now != null && now.version() == planned.version(); }",
            "LayoutRecord now = record(); return now != null && now.version() == planned.version(); }"),
        mutant(
            "sent by an older record",
            "writer",
            "LayoutSession",
            "LayoutRecord now = view(); return now != null && now.version() == planned.version(); }",
            "return view() != null; }"),
        mutant(
            "writes go on while PAUSED",
            "writer",
            "LiveCall",
            "view == null || (writes && scope.isHeldBy(view))",
            "view == null"),
        mutant(
            "an answer is used past the lease",
            "writer and reader",
            "LayoutSession",
            "LayoutRecord now = view(); return now != null && (now.version()",
            "LayoutRecord now = record(); return now != null && (now.version()"),
        mutant(
            "an answer is used under any record",
            "silent reader",
            "LiveCall",
            "LayoutRecord view = scope.session().view();",
            "LayoutRecord view = scope.session().record();",
            "lease.mayUse() ? Flow.of(answer) : again",
            "Flow.of(answer)"),
        mutant(
            "reads of a call that writes nothing are not checked",
            "reads before it writes",
            "LayoutLease",
            "i < scopes.size() && !hasWritten",
            "i < scopes.size() && !writes"),
        mutant(
            "an answer counts although a record does not hold",
            "writer and reader",
            "LiveCall",
            "lease.mayUse() ? Flow.of(answer) : again",
            "Flow.of(answer)"),
        mutant(
            "S is found before the barrier",
            "writer",
            "LayoutChange",
            "return barrier(paused, watch, nanos.getAsLong())",
            "return above.apply(requireNonNull(paused.change())).then(early -> new LayoutChange(table, times, first, change, same -> Flow.of(early), nanos, regions).barrier(paused, watch, nanos.getAsLong()))"),
        mutant(
            "S is used after an abort",
            "two coordinators",
            "LayoutChange",
            "swapped ? Flow.of(new Published(next)) : endOf(paused)",
            "swapped ? Flow.of(new Published(next)) : table.read(first).then(now -> now.change() == null ? overtaken(paused) : table.swap(now, now.published(from.sortKey())).map(again -> new Published(now)))"),
        mutant(
            "rows are listed before PAUSED is written",
            "late comer",
            "LayoutChange",
            "return table .swap(seen, paused, by) .then(swapped -> swapped ? begun(paused, watch) : overtaken(seen));",
            "return table.clients().rows().then(early -> table.swap(seen, paused, by).then(swapped -> swapped ? waited(early, paused, watch) : overtaken(seen)));",
            "private Flow<End> overtaken(LayoutRecord seen) {",
            "private Flow<End> waited(List<Registration> early, LayoutRecord paused, RowWatch watch) { return table.clients().rows().then(rows -> watch.waitedFor(rows.stream().filter(row -> early.stream().anyMatch(old -> old.id().equals(row.id()))).toList(), paused).isEmpty() ? published(paused) : Flow.ask(Pause.of(LOOK)).then(done -> waited(early, paused, watch))); } private Flow<End> overtaken(LayoutRecord seen) {"),
        mutant(
            "drained without waiting",
            "from settled",
            "LayoutChange",
            "Pause.of(times.drained())",
            "Pause.of(Duration.ZERO)"),
        mutant(
            "drained after the lease",
            "from settled",
            "LayoutChange",
            "Pause.of(times.drained())",
            "Pause.of(times.lease())"),
        mutant(
            "drained after late requests",
            "from settled",
            "LayoutChange",
            "Pause.of(times.drained())",
            "Pause.of(times.late())"),
        mutant(
            "a change begins before all are registered",
            "from settled",
            "LayoutChange",
            "if (seen.isDrainedIn(control))",
            "if (seen.state() != State.SETTLED)"),
        mutant(
            "the record is written without a condition",
            "two coordinators",
            "LayoutTable",
            "first ? \"attribute_not_exists(#version)\" : \"#version = :seen\"",
            "first ? \"attribute_not_exists(#version)\" : null"),
        mutant(
            "the pieces are those of the spec",
            "two changes",
            "Change",
            "base.keys().getOrDefault(key, whole)",
            "whole"),
        mutant(
            "a new piece begins where the last one does",
            "writer",
            "Change",
            "if (from != null) {",
            "if (from == null && whole.list().isEmpty()) {"),
        mutant(
            "a pause that nobody ends",
            "progress",
            "SessionFlows",
            "table.swap(seen, seen.aborted()).then(poll())",
            "poll()"),
        mutant(
            "shards are added to others than were hot",
            "two appliers",
            "Doubling",
            "now.version() == measured && now.state()",
            "now.state()"),
        mutant(
            "shards are added twice at a time",
            "two appliers",
            "LayoutTable",
            "first ? \"attribute_not_exists(#version)\" : \"#version = :seen\"",
            "first ? \"attribute_not_exists(#version)\" : null"),
        mutant(
            "shards are added to a layout that is not READY",
            "applier of a layout that was settled",
            "Doubling",
            "&& now.state() == State.READY && now.drained()",
            ""),
        mutant(
            "a new piece begins no cool-down",
            "two changes by two appliers",
            "CoolDown",
            "since = nanos.getAsLong(); }",
            "since = since == 0 ? nanos.getAsLong() : since; }"),
        mutant(
            "there is no cool-down",
            "two changes by two appliers",
            "CoolDown",
            "return nanos.getAsLong() - since >= length.toNanos() << Math.min(givenUp, DOUBLED_MAX);",
            "return true;"),
        mutant(
            "writers draw from the new count first",
            "count raised",
            "CountRaise",
            "Stream.concat(counts.stream(), Stream.of(shards)).toList(), counts.get(counts.size() - 1))",
            "Stream.concat(counts.stream(), Stream.of(shards)).toList(), shards)"),
        mutant(
            "writers do not wait for the leases of readers",
            "count raised",
            "CountRaise",
            "Pause.of(times.lease().plus(times.lease().dividedBy(20)))",
            "Pause.of(Duration.ZERO)"),
        mutant(
            "another count is put upon a raise half done",
            "count raised by strangers",
            "CountRaise",
            "shards <= count(seen) || (raise != null && !raise.isDone())",
            "shards <= count(seen)"));
  }

  static Mutant mutant(String name, String script, String type, String... edits) {
    return new Mutant(name, script, type, MutatedClass.edits(edits));
  }
}
