package dev.evenkeel.sharding.internal.live;

import java.util.List;
import java.util.stream.Stream;

/** The scripts of {@link ItemModel}, as {@link Scripts} has those of the protocol. */
final class ItemScripts {
  /** Two items are moved from two shards back to one. */
  private static final String ITEMS = "items keys=2";

  /** One item that has expired at first. */
  private static final String EXPIRED = "items keys=1 expired=1";

  /** Items of a transaction and of a batch become visible one by one. */
  private static final String PIECEWISE = "items keys=2 piecewise";

  private ItemScripts() {}

  static List<Script> quick() {
    return Stream.of(
            scripts(
                ITEMS,
                """
            two items | put 0; get 0, get_batch; move | losses=1
            two items, plain to shards | put_new 0; get_both; move | whole absent=1 losses=1
            pages | pages; move | keys=3 filtered=2
            pages, plain to shards | pages; move | whole keys=3 filtered=2
            pages past a filter | pages; move | whole keys=3 filtered=1
            pages elsewhere | pages; put 0; move | whole elsewhere filtered=2
            pages of two | pages; move | keys=3 limit=2 filtered=4
            pages and writers | pages; put 0; put_new 1; move | absent=2
            pages of several places | pages; move | shards=3 keys=3 filtered=2
            scan | scan; put 1; move | filtered=1
            a mover of the move before | put 0; get 0, get 0; move_late | shards=1 losses=1
            scan, plain to shards | scan; move | whole keys=3 filtered=2
            """),
            scripts(
                EXPIRED,
                """
            expired | put_new 0; get 0, get 0; move | losses=1
            expired, two movers | get 0, get 0; move; move | losses=1
            expired, deleted | delete 0; get 0, get 0; move | crashes=1
            expired, held | put_new 0; get 0, get 0; move | piecewise checksHold losses=1
            expired pages | pages; put_old 0; move | keys=2 filtered=2
            """),
            scripts(
                PIECEWISE,
                """
            one by one | put 0; get 0, get 0; move | keys=1 losses=1 crashes=1
            both | put_both; get_both, get_batch; move |
            beside | put_beside 0; put_new 1; get_both; move | absent=2
            batch | put_batch; get_batch, get_batch; move |
            """))
        .flatMap(List::stream)
        .toList();
  }

  static List<Script> deep() {
    return Stream.of(
            scripts(
                ITEMS,
                """
            two writers, two items, a loss | put 0; put 0; get 0; move | losses=1
            two writers, two items, a crash | put 0; put_old 1; get_batch; move | crashes=1
            pages and both | pages; put_both; move | keys=3 filtered=4 piecewise
            pages and a writer at several places | pages; put 1; move | shards=3 keys=3
            pages of two at several places | pages; put_new 3; move | shards=4 keys=4 absent=8 filtered=2 limit=2
            all of several places | get_both, get_batch; put_both; move | shards=4 keys=3 losses=1
            scan of several places | scan; put 1; move | shards=3 keys=3 filtered=4
            scan and both | scan; put_both; move | whole piecewise
            """),
            scripts(
                EXPIRED,
                """
            expired, two movers and a writer | put_old 0; get 0, get 0; move; move | losses=1
            expired, two losses | put 0; get 0, get 0; move | losses=2
            expired, both | put_both; get_both; move | keys=2 piecewise checksHold losses=1
            """),
            scripts(
                PIECEWISE,
                """
            both, a loss, a crash | put_both; get_both; move | losses=1 crashes=1
            both, two losses | put_both; get_both; move | losses=2
            both elsewhere | put_both; get_both; move | whole elsewhere losses=1
            both, refused | put_both; get_both; put 0; move | conflicts=1
            beside a delete | put_beside 0; delete 1; get_both; move |
            batch and both | put_batch; put_both; get_both |
            one by one, two losses | put 0; put 0; get 0; move | whole losses=2
            """))
        .flatMap(List::stream)
        .toList();
  }

  /** What callers may see, and the scripts that show it. */
  static List<Script> shown() {
    return scripts(
        EXPIRED,
        """
            an expired item is seen once more | get 0, get 0; move | piecewise
            """);
  }

  private static List<Script> scripts(String settings, String lines) {
    return lines.lines().map(line -> Script.of(line, settings)).toList();
  }
}
