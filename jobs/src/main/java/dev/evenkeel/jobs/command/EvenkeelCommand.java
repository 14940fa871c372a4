package dev.evenkeel.jobs.command;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.explain.Wrapped;
import dev.evenkeel.jobs.config.NearestWord;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command {@code evenkeel}. It needs a subcommand. */
@Command(
    name = "evenkeel",
    description = {"Keeps DynamoDB workloads even: the jobs that an operator schedules.", ""},
    versionProvider = EvenkeelCommand.Version.class,
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      TablesCommand.class,
      SweepCommand.class,
      LayoutCommand.class,
      ReshardCommand.class,
      WorkCommand.class,
      CapacityCommand.class,
      CostCommand.class,
      PrewarmCommand.class,
      SimulateCommand.class,
      AdviseCommand.class,
      DoctorCommand.class,
      IamCommand.class,
      CompletionCommand.class
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done, or nothing to do",
      "1:something is wrong; standard error says what",
      "2:with --detailed-exitcode, of plan and advise: there is something to do"
    })
public final class EvenkeelCommand extends CommandGroup {
  /** The exit code of a run that failed or could not begin. */
  static final int FAILED = 1;

  /** The exit code for due changes under {@link #DETAILED}, as in Terraform. */
  static final int SOMETHING_TO_DO = 2;

  static final String DETAILED = "--detailed-exitcode";

  /** The current names of options and of subcommands by their former ones. */
  private static final Map<String, String> RENAMED =
      Map.of(
          "--thaw",
          "--retrieval-tier",
          "--thawed-for",
          "--restored-for",
          "tables archive-anew",
          "tables archive --restart TABLE",
          "tables trust-clock",
          "tables accept-clock");

  private final Environment environment;

  @Option(
      names = "--verbose",
      scope = ScopeType.INHERIT,
      description = "log more, and print stack traces of failures")
  private boolean verbose;

  private EvenkeelCommand(Environment environment) {
    this.environment = environment;
  }

  /** The whole command line. */
  public static CommandLine line(Environment environment) {
    EvenkeelCommand evenkeel = new EvenkeelCommand(environment);
    PrintWriter err = environment.terminal().err();
    CommandLine line = new CommandLine(evenkeel);
    SimulateCommand.groupOptions(requireNonNull(line.getSubcommands().get("simulate")));
    return withTrueExitCodes(line)
        .setOut(environment.terminal().out())
        .setErr(err)
        .setUsageHelpWidth(Wrapped.COLUMNS)
        .setExpandAtFiles(false)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionStrategy(parsed -> evenkeel.execute(parsed, environment.terminal()))
        .setParameterExceptionHandler((e, ignored) -> misused(err, e))
        .setExecutionExceptionHandler((e, command, parsed) -> evenkeel.failed(err, e));
  }

  Environment environment() {
    return environment;
  }

  private int execute(CommandLine.ParseResult parsed, Terminal terminal) {
    if (verbose) {
      System.setProperty("evenkeel.log", "DEBUG");
    }
    Integer help = CommandLine.executeHelpRequest(parsed);
    if (help == null) {
      requireValues(parsed);
    }
    int code = help == null ? run(parsed, terminal) : help;
    if (terminal.out().checkError()) {
      terminal
          .err()
          .println(
              "evenkeel: standard output cannot be written, so the report is not whole: a disk is full, or a pipe closed. What was done stays done.");
      terminal.err().flush();
      return FAILED;
    }
    return code;
  }

  /** A variable of a script that is not set would else be taken for a name or a file. */
  private static void requireValues(CommandLine.ParseResult parsed) {
    for (OptionSpec option : parsed.matchedOptions()) {
      if (option.arity().max() > 0 && values(option).anyMatch(String::isEmpty)) {
        throw new ParameterException(
            parsed.commandSpec().commandLine(),
            option.longestName() + " has an empty value. Give one, or leave the option out");
      }
    }
    if (parsed.hasSubcommand()) {
      requireValues(parsed.subcommand());
    }
  }

  /** The values as they were typed; the text between two commas may be empty. */
  private static Stream<String> values(OptionSpec option) {
    Stream<String> typed = option.originalStringValues().stream().map(DashedValue::typed);
    return option.splitRegex().isEmpty()
        ? typed
        : typed.flatMap(value -> Stream.of(value.split(option.splitRegex(), -1)));
  }

  private int run(CommandLine.ParseResult parsed, Terminal terminal) {
    CommandLine.ParseResult last = parsed;
    while (last.hasSubcommand()) {
      last = last.subcommand();
    }
    return Regions.each(last.commandSpec(), terminal, () -> once(parsed, terminal.err()));
  }

  /** A failure in one region keeps no other from its turn. */
  private int once(CommandLine.ParseResult parsed, PrintWriter err) {
    try {
      return new RunLast().execute(parsed);
    } catch (CommandLine.ExecutionException e) {
      if (e.getCause() instanceof Exception cause) {
        return failed(err, cause);
      }
      throw e;
    }
  }

  private static int misused(PrintWriter err, ParameterException e) {
    String command = e.getCommandLine().getCommandSpec().qualifiedName();
    err.printf("%s: %s See '%s --help'.%n", command, problem(e), command);
    err.flush();
    return FAILED;
  }

  /** With the current name of a renamed option or command, or the nearest to a mistyped one. */
  private static String problem(ParameterException e) {
    String message = String.valueOf(e.getMessage());
    String problem = message.endsWith(".") ? message : message + ".";
    if (!(e instanceof UnmatchedArgumentException unmatched)) {
      return problem;
    }
    String typed = unmatched.getUnmatched().get(0).replaceFirst("=.*", "");
    CommandSpec command = e.getCommandLine().getCommandSpec();
    boolean isOption = typed.startsWith("-");
    Set<String> names = isOption ? command.optionsMap().keySet() : command.subcommands().keySet();
    String former = isOption ? typed : command.name() + " " + typed;
    String renamed = RENAMED.get(former);
    if (renamed != null && (!isOption || names.contains(renamed))) {
      String current = "'%s' is now called '%s'.".formatted(former, renamed);
      return isOption ? problem + " " + current : current;
    }
    String name = NearestWord.to(typed, names);
    return name.isEmpty() ? problem : "%s Did you mean '%s'?".formatted(problem, name);
  }

  /** The help text lists exit codes only where they are declared. */
  private static CommandLine withTrueExitCodes(CommandLine line) {
    line.getSubcommands().values().forEach(EvenkeelCommand::withTrueExitCodes);
    CommandSpec command = line.getCommandSpec();
    if (command.parent() != null && command.findOption(DETAILED) == null) {
      Map<String, String> codes = new LinkedHashMap<>(command.usageMessage().exitCodeList());
      codes.remove(Integer.toString(SOMETHING_TO_DO));
      command.usageMessage().exitCodeList(codes);
    }
    return line;
  }

  private int failed(PrintWriter err, Exception failure) {
    err.println(Failures.line(failure));
    if (verbose) {
      failure.printStackTrace(err);
    }
    err.flush();
    return FAILED;
  }

  /** The version in the jar's manifest. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = EvenkeelCommand.class.getPackage().getImplementationVersion();
      return new String[] {"evenkeel " + (version == null ? "(built from source)" : version)};
    }
  }
}
