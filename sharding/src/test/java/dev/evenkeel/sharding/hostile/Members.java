package dev.evenkeel.sharding.hostile;

import dev.evenkeel.core.operation.Operation;
import java.util.Set;
import java.util.TreeSet;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.protocol.MarshallingType;
import software.amazon.awssdk.core.traits.ListTrait;
import software.amazon.awssdk.core.traits.MapTrait;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.utils.builder.Buildable;

/** Finds the members of an operation's response that can hold a structure, at any depth. */
final class Members {
  private final Class<?> wanted;
  private final Set<String> holding = new TreeSet<>();

  private Members(Class<?> wanted) {
    this.wanted = wanted;
  }

  /** The paths of the members that hold it; of an echo of the request, the path of the echo. */
  static Set<String> holding(Operation operation, Class<?> wanted) {
    Members members = new Members(wanted);
    SdkPojo builder = response(operation);
    members.enter(built(builder).getClass().getSimpleName(), builder);
    return members.holding;
  }

  private static SdkPojo response(Operation operation) {
    String name = DynamoDbResponse.class.getPackageName() + "." + operation.sdkName();
    try {
      return (SdkPojo) Class.forName(name + "Response").getMethod("builder").invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  private static Object built(SdkPojo builder) {
    return ((Buildable) builder).build();
  }

  private void enter(String path, SdkPojo builder) {
    for (SdkField<?> field : builder.sdkFields()) {
      String member = path + "." + field.memberName();
      boolean echo = field.memberName().startsWith("Unprocessed");
      walk(member, field, echo ? member : null);
    }
  }

  private void walk(String path, SdkField<?> field, String as) {
    if (field.marshallingType() == MarshallingType.LIST) {
      walk(path, field.getTrait(ListTrait.class).memberFieldInfo(), as);
    } else if (field.marshallingType() == MarshallingType.MAP) {
      walk(path, field.getTrait(MapTrait.class).valueFieldInfo(), as);
    } else if (field.marshallingType() == MarshallingType.SDK_POJO) {
      SdkPojo builder = field.constructor().get();
      if (wanted.isInstance(built(builder))) {
        holding.add(as == null ? path : as);
      } else if (!(builder instanceof AttributeValue.Builder)) {
        for (SdkField<?> member : builder.sdkFields()) {
          walk(path + "." + member.memberName(), member, as);
        }
      }
    }
  }
}
