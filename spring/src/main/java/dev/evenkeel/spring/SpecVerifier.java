package dev.evenkeel.spring;

import dev.evenkeel.spring.ClientStack.TableProblem;
import dev.evenkeel.spring.EvenkeelProperties.VerifyAtStart;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** Compares the specs with the tables, at start and for the health indicator. */
record SpecVerifier(
    VerifyAtStart atStart,
    ClientStack stack,
    ClientDefinitions clients,
    ConfigurableListableBeanFactory beans)
    implements SmartInitializingSingleton {
  private static final Logger LOG = LoggerFactory.getLogger(SpecVerifier.class);

  @Override
  public void afterSingletonsInstantiated() {
    if (atStart == VerifyAtStart.FALSE) {
      return;
    }
    List<TableProblem> problems = problems();
    if (problems.isEmpty()) {
      return;
    }
    String text = problems.stream().map(TableProblem::sentence).collect(Collectors.joining(" "));
    if (atStart == VerifyAtStart.FAIL) {
      throw EvenkeelProperties.setting("verify-at-start").wrong("it is 'fail', and: " + text);
    }
    LOG.warn("{}", text);
  }

  /** The tables that specs name. */
  List<String> tables() {
    return stack.tables();
  }

  /** What does not hold now, over all decorated clients. Without specs none of them is made. */
  List<TableProblem> problems() {
    List<TableProblem> found = new ArrayList<>();
    if (stack.tables().isEmpty()) {
      return found;
    }
    if (clients.decorated().isEmpty()) {
      found.add(
          new TableProblem(
              "There are specs of %s, and no bean of type DynamoDbClient or DynamoDbAsyncClient to decorate: declare one."
                  .formatted(stack.tables()),
              true));
    }
    clients.decorated().forEach((name, kind) -> found.addAll(problems(name, kind)));
    return found.stream().distinct().toList();
  }

  private <C> List<TableProblem> problems(String name, ClientKind<C> kind) {
    C client = ClientDefinitions.made(beans, kind, name);
    return client == null ? List.of() : stack.problems(kind, client);
  }
}
