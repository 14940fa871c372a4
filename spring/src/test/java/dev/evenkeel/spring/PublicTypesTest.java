package dev.evenkeel.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The public API of the starter is small: other modules list theirs in {@code docs/api}. */
class PublicTypesTest {

  private static Class<?> type(Path file) {
    String name = file.getFileName().toString().replace(".class", "");
    try {
      return Class.forName(PublicTypesTest.class.getPackageName() + "." + name);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void publicTypes_areThoseThatUsersAndSpringBootNeed() throws IOException, URISyntaxException {
    Path classes =
        Path.of(
            EvenkeelAutoConfiguration.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    try (Stream<Path> files = Files.walk(classes)) {
      List<Class<?>> publicTypes =
          files
              .filter(file -> file.toString().endsWith(".class"))
              .filter(file -> !file.toString().endsWith("-info.class"))
              .<Class<?>>map(PublicTypesTest::type)
              .filter(type -> !type.isMemberClass() && Modifier.isPublic(type.getModifiers()))
              .toList();
      assertThat(publicTypes)
          .containsExactlyInAnyOrder(EvenkeelAutoConfiguration.class, DecoratorCustomizer.class);
    }
    assertThat(Arrays.stream(DecoratorCustomizer.class.getDeclaredMethods()))
        .extracting("name")
        .containsExactly("customize");
  }
}
