package dev.evenkeel.sharding.internal.live;

import java.util.List;
import java.util.stream.Stream;

/**
 * The scripts of the model, one a line: its name, the calls of each client, and what is not as in
 * {@link Script} says it is by default.
 */
final class Scripts {
  private static final String RAISED = "raises !ready !polls";

  /** The shards of the key are doubled by who finds it hot. */
  private static final String APPLIED = "coordinators=0 appliers=1 coolDown=1 !polls";

  /** An item is moved to another number of shards. */
  private static final String MOVES = "moves there=0";

  /** All items of a plain table are moved. */
  private static final String WHOLE = "moves whole !polls";

  /** All items of a plain table are moved to another table. */
  private static final String ELSEWHERE = "moves whole elsewhere !polls";

  private Scripts() {}

  static Script named(String name) {
    return Stream.of(quick(), deep(), vast(), whole(), ItemScripts.quick(), ItemScripts.deep())
        .flatMap(List::stream)
        .filter(script -> script.name.equals(name))
        .findFirst()
        .orElseThrow();
  }

  static List<Script> quick() {
    return Stream.of(
            scripts(
                "",
                """
            writer | put 0 | progress
            two coordinators | put 0 | coordinators=2 aborts=1 refreshes=1 !time
            two changes | put 0; range | changes=2 tries=2 refreshes=1 !time
            two losses | put 0 | losses=2 tries=2 refreshes=1 !time
            loss and crash, two coordinators | put 0 | losses=1 crashes=1 coordinators=2 refreshes=1 !time
            puts and deletes | put 1, delete 1; range | keys=2 there=0 changes=2 tries=2 refreshes=1 !time
            two writers and a reader | put 0; put 0; get 0, get 0 | refreshes=1 !time
            restored | put 0 | restores registered=0 refreshes=1 !polls
            """),
            scripts(
                RAISED,
                """
            count raised, one refresh | put 0; get 0 | progress refreshes=1
            """),
            scripts(
                APPLIED,
                """
            applier | put 0 | refreshes=1
            two appliers | put 0 | appliers=2 ceiling=4 coolDown=0 polls refreshes=1 !time
            """),
            scripts(
                MOVES,
                """
            move | put 0; get 0; move | refreshes=0 !time
            moving | put 0; get 0; move | moving losses=1 lost=write refreshes=0 !polls !time
            moving, deleted | delete 0; get 0, get 0; move | moving losses=1 lost=write refreshes=0 !polls !time
            moving, another reads alike | put_alike 0; move | moving refreshes=2 !polls !time
            """),
            scripts(
                WHOLE,
                """
            all, another reads alike | put_alike 0 | refreshes=2
            moving all | put 0; get 0; move | there=0 moving losses=1 lost=write refreshes=0 !time
            """),
            scripts(
                ELSEWHERE,
                """
            elsewhere | put 0 | refreshes=2
            moving elsewhere | put 0; get 0; move | there=0 moving losses=1 lost=write refreshes=0 !time
            """))
        .flatMap(List::stream)
        .toList();
  }

  static List<Script> deep() {
    return Stream.of(
            scripts(
                "",
                """
            writer and reader | put 0; get 0 | progress refreshes=1
            reads before it writes | find_and_delete 0; put 0 | refreshes=1
            late comer | put 0 | progress registered=0
            two tries | put 0 | progress tries=2
            slow answers | put 0 | slowAnswers tries=2 !polls
            slow polls | put 0 | slots=2 slowAnswers !time
            slow requests | put 0 | slow
            silent reader | put 0; get 0 | tickSeconds=10 silent=1 refreshes=1
            strangers | put 0 | progress strangers coordinators=2 refreshes=1
            unanswered | put 0 | losses=1
            beats | put 0 | tries=2 refreshes=3
            beat lost | put 0 | losses=1 lost=#beat tries=2 !polls refreshes=3
            leave and come back | put 0 | leaves=1 slots=2 slow !polls
            from settled | put 0 | progress !ready slow refreshes=1
            from settled, a writer and a reader | put 0; get 0 | !ready !polls refreshes=1
            settled in between | put 0 | settles=1
            settled by another | put 0 | settles=1 coordinators=2 refreshes=1
            progress | idle | crashes=1 coordinators=2 progress aborts=2 refreshes=1
            two coordinators in time | put 0 | progress coordinators=2 !polls refreshes=1
            two changes in time | put 0; get 0 | progress changes=2 tries=2 !polls refreshes=1
            two writers | put 0; put 0 | refreshes=1
            longer lease | put 0; get 0 | lease=2 refreshes=1
            two writers in time | put 0; put 0 | losses=1 !polls refreshes=1
            two writers and a reader, a loss | put 0; put 0; get 0 | losses=1 lost=write !polls refreshes=1
            two writers and a reader, a loss, polls | put 0; put 0; get 0 | losses=1 lost=write refreshes=1 !time
            two coordinators, a crash, in time | put 0 | coordinators=2 crashes=1 !polls refreshes=1
            unanswered calls, two tries | put 0, put 0 | losses=1 refreshes=1 tries=2
            slow rows | put 0; put 0 | slow registered=0 spread !polls refreshes=1 !time
            writer, reader, loss | put 0; get 0 | losses=1 refreshes=1 lost=#ack
            later requests | put 0; get 0 | late=2 refreshes=1
            rows under two keys | put 0; put 0 | spread refreshes=1 !time registered=1
            restored, writer and reader | put 0; get 0 | restores registered=1 refreshes=1 !polls
            restored, two tries | put 0 | restores registered=0 tries=2 !polls
            restored, from settled | put 0 | restores !ready registered=0 refreshes=1 !polls
            restored, a crash | put 0 | restores registered=0 crashes=1 refreshes=1 !polls
            restored and settled | put 0 | restores settles=1 coordinators=2 registered=0 refreshes=1 !polls
            put back | get 0; put 0 | putsBack registered=1 coordinators=2 strangers crashes=1 refreshes=2 !polls !time
            """),
            scripts(
                RAISED,
                """
            count raised | put 0; get 0 | progress
            count raised twice | put 0; range | changes=2 tries=2 refreshes=1
            count raised, restored | put 0; get 0 | restores refreshes=1 !polls
            count raised by two | put 0, get 0 | coordinators=2 refreshes=1 crashes=1
            count raised with a loss | put 0; get 0 | losses=1 tries=2 refreshes=1
            count raised by strangers, one client | put 0, get 0 | coordinators=2 refreshes=1 strangers
            count raised while READY | put 0; get 0 | ready
            count raised, longer lease | put 0; get 0, range | lease=2 refreshes=1
            """),
            scripts(
                APPLIED,
                """
            two changes by two appliers | idle | appliers=2 registered=0 refreshes=0 changes=3 ceiling=4 tries=2
            two appliers, two writers, a reader | put 0; put 0; get 0 | appliers=2 looks=1 coolDown=0 polls refreshes=1 !time
            two appliers, a loss, a crash | put 0 | appliers=2 looks=1 losses=1 crashes=1 coolDown=0 polls refreshes=1 !time
            two appliers in time | put 0 | appliers=2 looks=1 refreshes=1
            applier and coordinator | put 0 | coordinators=1 aborts=1 looks=1 refreshes=1
            restored, applier | put 0 | restores registered=0 refreshes=1
            applier of a layout that was settled | idle | coordinators=1 !ready registered=0 refreshes=0
            """),
            scripts(
                MOVES,
                """
            move, restored | put 0 | restores registered=0 refreshes=1 !polls
            move, read in pages | put 0; pages; move | refreshes=0 !time
            move with a loss | put 0; get 0; move | losses=1 refreshes=0 !time
            move begun by two | put 0; move | coordinators=2 aborts=1 refreshes=0 !time
            move in time | put 0 | losses=1 lost=write refreshes=1
            moving, a loss, a crash | put 0; put 0; get 0; move | moving losses=1 lost=write crashes=1 refreshes=0 !polls !time
            moving, two losses | put 0; get 0; move | moving losses=2 lost=write refreshes=0 !polls !time
            moving, deleted, two losses | delete 0; get 0; move | moving losses=2 lost=write refreshes=0 !polls !time
            moving in time | put 0; get 0 | moving losses=1 lost=write refreshes=0 !polls
            moving, later requests | put 0; move | moving late=2 losses=1 lost=write refreshes=1 !polls
            there and back | put 0, get 0 | moving changes=2 finishes=2 refreshes=2 !polls
            there and back, another reads alike | put_alike 0 | moving there=-1 changes=2 finishes=2 refreshes=2 !polls
            move, deleted, read in pages | delete 0; pages; move | losses=1 lost=write refreshes=0 !time
            move in time, read in pages | put 0, pages | refreshes=1
            moving in time, read in pages | put 0; pages | moving losses=1 lost=write refreshes=0 !polls
            move, scanned | put 0; scan; move | refreshes=0 !time
            move in time, scanned | put 0, scan | refreshes=1
            moving in time, scanned | put 0; scan | moving losses=1 lost=write refreshes=0 !polls
            there and back, scanned | put 0, scan | moving changes=2 finishes=2 refreshes=2 !polls
            there and back, read in pages | put 0, pages | moving changes=2 finishes=2 refreshes=2 !polls
            """),
            scripts(
                WHOLE,
                """
            moving all, two losses | put 0; get 0; move | there=0 moving losses=2 lost=write refreshes=0 !time
            all, restored | put 0 | there=0 restores registered=0 refreshes=1 tries=2
            all, a late write | put_alike 0 | losses=1 lost=write refreshes=2
            all, a writer and another key | put 0; put_alike 0 | refreshes=1 tries=2
            all, begun by two | put_alike 0 | coordinators=2 aborts=1 refreshes=1
            all, scanned | put 0, scan | there=0 refreshes=2
            moving all, scanned | delete 0; scan; move | there=0 moving losses=1 lost=write refreshes=0 !time
            all, a crash | put_alike 0 | coordinators=2 crashes=1 refreshes=1
            all, not ready | put_alike 0 | !ready losses=1 lost=write refreshes=2
            """),
            scripts(
                ELSEWHERE,
                """
            moving elsewhere, deleted | delete 0; get 0, get 0; move | there=0 moving losses=1 lost=write refreshes=0 !time
            moving elsewhere, two losses | put 0; get 0; move | there=0 moving losses=2 lost=write refreshes=0 !time
            elsewhere, a crash | put 0 | coordinators=2 crashes=1 refreshes=1
            elsewhere and back | put 0, get 0 | there=0 moving changes=2 finishes=2 refreshes=2
            elsewhere, scanned | scan; move | there=0 refreshes=2
            moving elsewhere, scanned | delete 0; scan; move | there=0 moving losses=1 lost=write refreshes=0 !time
            elsewhere, read in pages | put 0, pages | there=0 refreshes=2
            """))
        .flatMap(List::stream)
        .toList();
  }

  /** Scripts with more states than fit; mistakes that need them show among the first millions. */
  static List<Script> vast() {
    return Stream.of(
            scripts(
                RAISED,
                """
            count raised by strangers | put 0; get 0 | coordinators=2 refreshes=1 strangers
            """),
            scripts(
                "",
                """
            restored, two coordinators | put 0 | restores registered=0 coordinators=2 refreshes=1 !polls
            """))
        .flatMap(List::stream)
        .toList();
  }

  /** Scripts that take a machine of their own: all that may go wrong, together. */
  static List<Script> whole() {
    return scripts(
        "refreshes=1 statesMax=600000000",
        """
            two writers and a reader, a crash | put 0; put 0; get 0 | crashes=1
            two writers and a reader, a lost write and a crash | put 0; put 0; get 0 | losses=1 lost=write crashes=1
            from settled, two writers and a reader | put 0; put 0; get 0 | !ready !polls
            two writers and a reader, any loss | put 0; put 0; get 0 | losses=1
            """);
  }

  /** Mistakes of those who use the protocol, and the scripts that show them. */
  static List<Script> wrong() {
    List<Script> wrong =
        scripts(
            "",
            """
                signed after the check | put 0
                no answer counts as one | put 0 | losses=1
                the new place is not read | put 0; get 0 | refreshes=1
                the id of a row is used again | put 0 | losses=1 leaves=1 lost=DeleteItem refreshes=3
                a move is finished without a look | put 0; get 0 | moves there=0 moving refreshes=0 !polls !time
                a move is announced and nobody looks | put_alike 0 | moves whole !polls refreshes=2
                """);
    wrong.forEach(script -> script.mistake = script.name);
    return wrong;
  }

  private static List<Script> scripts(String settings, String lines) {
    return lines.lines().map(line -> Script.of(line, settings)).toList();
  }
}
