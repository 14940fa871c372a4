package dev.evenkeel.simulator.internal.plan.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.planning.Selection;
import dev.evenkeel.simulator.WorkloadComparison;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.TableSpec;
import dev.evenkeel.simulator.spec.workload.KeyDistribution;
import dev.evenkeel.simulator.spec.workload.Scenario;
import dev.evenkeel.simulator.spec.workload.Scenario.Shards;
import dev.evenkeel.simulator.spec.workload.Workload;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The page as a browser reads it. That it is well-formed is checked by the parser. */
class ReportPageTest {
  /** Nothing that loads, links or runs. */
  private static final Set<String> ELEMENTS =
      Set.of(
          "html",
          "head",
          "meta",
          "title",
          "style",
          "body",
          "header",
          "main",
          "section",
          "h1",
          "h2",
          "p",
          "b",
          "i",
          "span",
          "small",
          "div",
          "table",
          "caption",
          "thead",
          "tbody",
          "tr",
          "th",
          "td",
          "bdi",
          "wbr",
          "figure",
          "figcaption",
          "svg",
          "desc",
          "g",
          "path",
          "details",
          "summary",
          "dl",
          "dt",
          "dd",
          "ul",
          "li");

  /** No href, src or on... among them. */
  private static final Set<String> ATTRIBUTES =
      Set.of(
          "lang",
          "charset",
          "name",
          "content",
          "http-equiv",
          "class",
          "style",
          "id",
          "role",
          "aria-hidden",
          "aria-label",
          "aria-labelledby",
          "viewBox",
          "preserveAspectRatio",
          "d",
          "scope",
          "colspan",
          "tabindex");

  private static String page(KeyDistribution keys, long rate, int partitions) {
    TableSpec table =
        TableSpec.builder("t").capacity(Capacity.provisioned(0, 1_000L * partitions)).build();
    return WorkloadComparison.html(
        WorkloadComparison.of(
            new Scenario(table, new Shards(10, Selection.CALCULATED), 0),
            Workload.writes(rate, keys, 3)));
  }

  private static Document parsed(String page) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
    return factory.newDocumentBuilder().parse(new ByteArrayInputStream(page.getBytes(UTF_8)));
  }

  private static List<Element> elements(Document page, String tag) {
    NodeList found = page.getElementsByTagName(tag);
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      elements.add((Element) found.item(i));
    }
    return elements;
  }

  private static void assertHarmless(Document page) {
    Set<String> tags = new TreeSet<>();
    Set<String> attributes = new TreeSet<>();
    for (Element element : elements(page, "*")) {
      tags.add(element.getTagName());
      for (int i = 0; i < element.getAttributes().getLength(); i++) {
        attributes.add(element.getAttributes().item(i).getNodeName());
      }
    }
    assertThat(ELEMENTS).containsAll(tags);
    assertThat(ATTRIBUTES).containsAll(attributes);
  }

  @Test
  void page_ofAHotDay_needsNothingElse() throws Exception {
    String page = page(KeyDistribution.single("2014-07-09"), 20_000, 20);

    assertHarmless(parsed(page));
    assertThat(page)
        .doesNotContainIgnoringCase("url(", "@import", "@font-face", "http:", "https:", "//")
        .contains("default-src 'none'".replace("'", "&#39;"), "prefers-color-scheme: dark")
        .hasSizeLessThan(100_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "</script><svg onload=alert(1)>",
        "\"><img src=x onerror=alert(1)>",
        "'; background: url(//evil) <!-- ]]> &amp; &#x3c;",
        "{{7*7}} ${x} %s %n"
      })
  void page_ofAHostileKey_showsItAsText(String key) throws Exception {
    Document page = parsed(page(KeyDistribution.single(key), 20_000, 20));

    assertHarmless(page);
    assertThat(elements(page, "bdi")).extracting(Element::getTextContent).contains(key);
    assertThat(elements(page, "dd").get(0).getTextContent()).contains(key);
  }

  @Test
  void page_ofAKeyThatIsNoText_isStillAPage() throws Exception {
    Document page =
        parsed(page(KeyDistribution.single("a\u0000\uD800b\u0007" + "x".repeat(300)), 5, 1));

    Element table = (Element) elements(page, "table").get(1).getParentNode();
    assertThat(table.getAttribute("class")).isEqualTo("scroll");
    assertThat(elements(page, "bdi").get(0).getTextContent())
        .startsWith("a\uFFFD\uFFFDb\uFFFDxx")
        .endsWith("x…");
  }

  /** It would turn round what we say behind it. */
  @Test
  void page_ofAKeyThatTurnsTextRound_showsThatSomethingWasThere() throws Exception {
    Document page = parsed(page(KeyDistribution.single("\u202Egnirts\u2066"), 5, 1));

    assertThat(elements(page, "bdi").get(0).getTextContent()).isEqualTo("\uFFFDgnirts\uFFFD");
  }

  @Test
  void charts_ofBothRuns_haveOneScaleAndSayWhatTheyShow() throws Exception {
    Document page = parsed(page(KeyDistribution.zipf(50, 1.2), 20_000, 20));
    List<Element> charts = elements(page, "svg");
    List<Element> figures = elements(page, "figure");

    assertThat(charts).hasSize(5);
    for (Element chart : charts) {
      assertThat(chart.getAttribute("role")).isEqualTo("img");
      String[] ids = chart.getAttribute("aria-labelledby").split(" ", -1);
      assertThat(text(chart, "title", ids[0])).isNotBlank();
      assertThat(text(chart, "desc", ids[1])).isNotBlank();
    }
    for (int i = 0; i < 4; i += 2) {
      assertThat(axes(figures.get(i))).isEqualTo(axes(figures.get(i + 1))).isNotEmpty();
      assertThat(charts.get(i).getAttribute("viewBox"))
          .isEqualTo(charts.get(i + 1).getAttribute("viewBox"));
    }
  }

  private static String text(Element chart, String tag, String id) {
    Element found = (Element) chart.getElementsByTagName(tag).item(0);
    assertThat(found.getAttribute("id")).isEqualTo(id);
    return found.getTextContent();
  }

  private static List<String> axes(Element figure) {
    NodeList spans = figure.getElementsByTagName("div");
    List<String> axes = new ArrayList<>();
    for (int i = 0; i < spans.getLength(); i++) {
      Element div = (Element) spans.item(i);
      if (div.getAttribute("class").length() == 1) {
        axes.add(div.getTextContent());
      }
    }
    return axes;
  }

  @Test
  void page_ofMorePartitionsThanRows_saysSoAndStaysSmall() throws Exception {
    String page = page(KeyDistribution.zipf(2_000, 1), 300_000, 300);

    assertHarmless(parsed(page));
    assertThat(page)
        .contains("shows the hottest of its about 2.3 partitions")
        .hasSizeLessThan(200_000);
  }

  @Test
  void step_ofTheScale_changesColourAboveTheLimit() {
    assertThat(HeatScale.step(0)).isZero();
    assertThat(HeatScale.step(0.001)).isEqualTo(1);
    assertThat(HeatScale.step(1)).isEqualTo(HeatScale.steps() / 2);
    assertThat(HeatScale.step(1.001)).isEqualTo(HeatScale.steps() / 2 + 1);
    assertThat(HeatScale.step(1e9)).isEqualTo(HeatScale.steps());
  }
}
