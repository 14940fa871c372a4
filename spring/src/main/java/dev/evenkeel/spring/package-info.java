/** Auto-configuration for Spring Boot: client beans are decorated where they are injected. */
@NullMarked
package dev.evenkeel.spring;

import org.jspecify.annotations.NullMarked;
