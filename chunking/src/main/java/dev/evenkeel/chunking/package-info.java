/** Clients that keep large values out of DynamoDB's items: compressed, in chunks, or in S3. */
@NullMarked
package dev.evenkeel.chunking;

import org.jspecify.annotations.NullMarked;
