package dev.evenkeel.simulator.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.simulator.advise.Finding.Kind;
import dev.evenkeel.simulator.spec.Access;
import dev.evenkeel.simulator.trace.TraceRecord;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Advice on values that are large, or rarely read. */
class AdvisedValuesTest {
  @Test
  void advice_ofItemsWithAttributesThatAreRarelyRead_namesThem() {
    KeyAdvisor advisor = KeyAdvisor.create();
    advisor.add(
        new TraceRecord(
            Requests.START, "k", "s", Access.INSERT, 9, List.of("title", "body", "draft")));
    for (int i = 0; i < 100; i++) {
      // 5 of 100 reads ask for the draft, 6 for the body
      advisor.add(
          i < 5
              ? Requests.get(i, 10, "k", "title", "body", "draft")
              : i < 6 ? Requests.get(i, 10, "k", "body") : Requests.get(i, 10, "k", "title"));
    }
    List<Finding> findings = advisor.advice().findings();

    assertThat(findings).extracting(Finding::kind).containsExactly(Kind.RARELY_READ);
    assertThat(findings.get(0).seen())
        .isEqualTo("of 100 reads of heavy keys that name attributes, few ask for draft (5.0 %)");
  }

  /** Names are as long as DynamoDB takes them, as many, and of any characters. */
  @Test
  void advice_ofManyRarelyReadAttributes_tellsSomeOfThemAsText() {
    KeyAdvisor advisor = KeyAdvisor.create();
    List<String> names =
        IntStream.range(0, 20).mapToObj(i -> "\u001b[31m" + i + "x".repeat(900)).toList();
    advisor.add(new TraceRecord(Requests.START, "k", "s", Access.INSERT, 9, names));
    for (int i = 0; i < 100; i++) {
      advisor.add(Requests.get(i, 10, "k", "title"));
    }

    assertThat(advisor.advice().findings().get(0).seen())
        .contains("few ask for \\u001b[31m0xxx", "xxx... (0.0 %); ", "; and 15 more")
        .doesNotContain("\u001b")
        .hasSizeLessThan(600);
  }

  @Test
  void advice_ofTooFewReadsThatNameAttributes_isSilent() {
    KeyAdvisor advisor = KeyAdvisor.create();
    advisor.add(
        new TraceRecord(Requests.START, "k", "s", Access.INSERT, 9, List.of("title", "draft")));
    for (int i = 0; i < 99; i++) {
      advisor.add(Requests.get(i, 10, "k", "title"));
    }

    assertThat(advisor.advice().findings()).isEmpty();
  }

  @Test
  void advice_ofLargeItems_isToMoveValues() {
    KeyAdvisor small = KeyAdvisor.create();
    KeyAdvisor large = KeyAdvisor.create();
    KeyAdvisor tooLarge = KeyAdvisor.create();
    for (int i = 0; i < 100; i++) {
      small.add(TraceRecord.of(Requests.START, "k", Access.INSERT, 4_095));
      large.add(TraceRecord.of(Requests.START, "k", Access.INSERT, 4_096));
      tooLarge.add(TraceRecord.of(Requests.START, "k", Access.INSERT, i < 99 ? 10 : 409_601));
    }

    assertThat(small.advice().has(Kind.LARGE_VALUES)).isFalse();
    assertThat(large.advice().findings().get(0).seen())
        .isEqualTo("half of the requests are of 4,096 bytes or more, one in a hundred of 4,096");
    assertThat(tooLarge.advice().findings().get(0).seen())
        .isEqualTo("more bytes than an item can have are asked for by 1 request, up to 409,601");
  }
}
