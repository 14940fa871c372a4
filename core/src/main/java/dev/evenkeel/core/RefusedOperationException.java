package dev.evenkeel.core;

/**
 * A request was declined before anything was sent, because it cannot be honoured exactly.
 *
 * <p>The message reads "operation on 'table' refused: reason. remedy."; the parts are available one
 * by one. Nothing was read or written.
 */
public class RefusedOperationException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  private final String operation;
  private final String table;
  private final String reason;
  private final String remedy;

  /**
   * @param operation the SDK's operation name, such as {@code PutItem}
   * @param table the logical table the request names
   * @param reason why it cannot be honoured; a clause without a full stop
   * @param remedy the remedy; a clause without a full stop
   */
  public RefusedOperationException(String operation, String table, String reason, String remedy) {
    super("%s on '%s' refused: %s. %s.".formatted(operation, table, reason, remedy));
    this.operation = operation;
    this.table = table;
    this.reason = reason;
    this.remedy = remedy;
  }

  @Override
  public boolean isOfItem() {
    return true;
  }

  public String operation() {
    return operation;
  }

  public String table() {
    return table;
  }

  public String reason() {
    return reason;
  }

  public String remedy() {
    return remedy;
  }
}
