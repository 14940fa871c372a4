package dev.evenkeel.examples.quickstart;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The command line of the quickstart. */
@Command(
    name = "quickstart",
    description = {
      "Stores a web access log on a sharded table of an embedded DynamoDB Local, queries it as if"
          + " there were no shards, and checks every answer.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:every answer is as expected",
      "1:the input or the options cannot be used",
      "2:an answer differs from what went in"
    })
public final class QuickstartCommand implements Callable<Integer> {
  /** The columns of the terminal on the standard error stream; absent or 0 if it is none. */
  static final String COLUMNS_PROPERTY = "quickstart.columns";

  private static final int UNUSABLE = 1;
  private static final int DIFFERENT = 2;

  private static final long SEED = 1;
  private static final int GENERATED_HITS = 20_000;
  private static final int DIFFERENCES_SHOWN = 5;

  private final PrintWriter out;
  private final PrintWriter err;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "FILE",
      description = "a log in Common or Combined Log Format; without it, one is generated")
  private @Nullable Path file;

  @Option(
      names = "--shards",
      paramLabel = "N",
      description = "shards per day, 1 to " + ShardingSpec.SHARDS_MAX + "; default 16")
  private int shards = 16;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "show this and end")
  boolean help;

  private QuickstartCommand(PrintWriter out, PrintWriter err) {
    this.out = out;
    this.err = err;
  }

  public static void main(String[] arguments) {
    PrintWriter out = ascii(System.out);
    // DynamoDB Local greets on System.out; its greeting is no part of the answer.
    System.setOut(new PrintStream(OutputStream.nullOutputStream(), false, US_ASCII));
    System.exit(run(out, ascii(System.err), arguments));
  }

  private static PrintWriter ascii(OutputStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, US_ASCII));
  }

  /** Runs the command and returns its exit code. */
  static int run(PrintWriter out, PrintWriter err, String... arguments) {
    try {
      return new CommandLine(new QuickstartCommand(out, err))
          .setOut(out)
          .setErr(err)
          .setExpandAtFiles(false)
          .setParameterExceptionHandler(
              (e, ignored) -> fail(err, e.getMessage() + ". See 'quickstart --help'."))
          .setExecutionExceptionHandler((e, command, parsed) -> failed(err, e))
          .execute(arguments);
    } finally {
      out.flush();
      err.flush();
    }
  }

  @Override
  public Integer call() throws IOException {
    if (shards < 1 || shards > ShardingSpec.SHARDS_MAX) {
      throw new QuickstartException(
          "--shards must be 1 to %d but was %d. Leave it out for 16."
              .formatted(ShardingSpec.SHARDS_MAX, shards));
    }
    AccessLog log = file == null ? generated() : AccessLog.read(file);
    Report report = new Report(out);
    report.log(file == null ? "generated, seed " + SEED : file.toString(), log);
    try (LocalDynamoDb local = LocalDynamoDb.start();
        DynamoDbClient plain = local.client()) {
      Quickstart quickstart = new Quickstart(plain, shards, log, report);
      List<String> differences = quickstart.run(this::progress);
      if (!differences.isEmpty()) {
        return different(differences);
      }
      report.ok(quickstart.counts());
      return 0;
    }
  }

  private LoadProgress progress(int total) {
    int columns = Integer.getInteger(COLUMNS_PROPERTY, 0);
    return columns > 0 ? LoadProgress.bar(total, columns, err) : LoadProgress.lines(total, err);
  }

  private static AccessLog generated() throws IOException {
    Path log = Files.createTempFile("evenkeel-quickstart-", ".log");
    log.toFile().deleteOnExit();
    try {
      try (Writer writer = Files.newBufferedWriter(log, ISO_8859_1)) {
        new LogGenerator(SEED, GENERATED_HITS).writeTo(writer);
      }
      return AccessLog.read(log);
    } finally {
      Files.deleteIfExists(log);
    }
  }

  private int different(List<String> differences) {
    differences.stream().limit(DIFFERENCES_SHOWN).forEach(difference -> fail(err, difference));
    fail(err, "FAILED: %d answers differ from what the log holds.".formatted(differences.size()));
    return DIFFERENT;
  }

  private static int failed(PrintWriter err, Exception e) throws Exception {
    if (e instanceof QuickstartException) {
      return fail(err, String.valueOf(e.getMessage()));
    }
    throw e;
  }

  private static int fail(PrintWriter err, String message) {
    err.println("quickstart: " + message);
    return UNUSABLE;
  }
}
