package dev.evenkeel.benchmarks.values;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.evenkeel.benchmarks.figure.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Typical content: documents of half a mebibyte and more, and records of one or two kilobytes. */
final class Texts {
  private static final long SEED = 7;
  private static final int KIB = 1024;
  private static final int RECORDS_MAX = 1_000;
  private static final int RECORD_BYTES_MIN = 1_000;
  private static final int RECORD_BYTES_MAX = 2_000;
  private static final int WORDS = 4_000;

  private final List<String> paragraphs;
  private final List<String> films;
  private final List<Integer> kibs;

  private Texts(List<String> paragraphs, List<String> films, List<Integer> kibs) {
    this.paragraphs = paragraphs;
    this.films = films;
    this.kibs = kibs;
  }

  static Texts of(Setting setting) throws IOException {
    List<Integer> kibs =
        setting.scale().of(1, 0) == 1 ? List.of(512, 1024, 2048, 4096, 8192) : List.of(8);
    Path data = setting.data();
    return data == null
        ? new Texts(madeUp(200, 2_000), madeUp(300, 90), kibs)
        : new Texts(
            texts(data.resolve("long_texts.jsonl")), films(data.resolve("movies.json")), kibs);
  }

  private static List<String> texts(Path file) throws IOException {
    ObjectMapper json = new ObjectMapper();
    List<String> texts = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      texts.add(json.readTree(line).path("text").asText());
    }
    return texts;
  }

  private static List<String> films(Path file) throws IOException {
    List<String> films = new ArrayList<>();
    for (JsonNode film : new ObjectMapper().readTree(Files.readAllBytes(file))) {
      films.add(film.toString());
    }
    return films;
  }

  /** Texts whose words are as unequally frequent as those of a language are. */
  private static List<String> madeUp(int texts, int words) {
    Random random = new Random(SEED);
    List<String> vocabulary = Stream.generate(() -> word(random)).distinct().limit(WORDS).toList();
    return Stream.generate(
            () -> {
              StringBuilder text = new StringBuilder();
              for (int i = 0; i < words; i++) {
                int rank = (int) Math.exp(random.nextDouble() * Math.log(WORDS));
                text.append(vocabulary.get(rank % WORDS)).append(i % 12 == 11 ? ".\n" : " ");
              }
              return text.toString();
            })
        .limit(texts)
        .toList();
  }

  private static String word(Random random) {
    StringBuilder word = new StringBuilder();
    IntStream.range(0, 2 + random.nextInt(8))
        .forEach(i -> word.append((char) ('a' + random.nextInt(26))));
    return word.toString();
  }

  /** Documents of 0.5, 1, 2, 4 and 8 MiB. Texts come again where there are too few, shuffled. */
  List<String> documents() {
    return kibs.stream().map(kib -> document(kib * KIB)).toList();
  }

  /** The texts joined until they have so many bytes. */
  String document(int bytes) {
    StringBuilder joined = new StringBuilder();
    Random random = new Random(SEED);
    while (joined.length() < bytes) {
      List<String> shuffled = new ArrayList<>(paragraphs);
      Collections.shuffle(shuffled, random);
      shuffled.stream().takeWhile(text -> joined.length() < bytes).forEach(joined::append);
    }
    return new String(joined.toString().getBytes(UTF_8), 0, bytes, UTF_8).replace("\uFFFD", "");
  }

  /** Two or three films each. */
  List<String> records() {
    List<String> records = new ArrayList<>();
    StringBuilder joined = new StringBuilder();
    for (String film : films) {
      joined.append(joined.isEmpty() ? "[" : ",").append(film);
      int bytes = joined.toString().getBytes(UTF_8).length;
      if (bytes >= RECORD_BYTES_MIN) {
        if (bytes < RECORD_BYTES_MAX) {
          records.add(joined + "]");
        }
        joined.setLength(0);
      }
    }
    return records.stream().limit(RECORDS_MAX).toList();
  }
}
