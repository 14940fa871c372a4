package dev.evenkeel.timeseries.entity;

import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.SeriesTime;
import dev.evenkeel.timeseries.spec.SeriesTime.TimeFormat;
import dev.evenkeel.timeseries.spec.TimeSeries;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbFlatten;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;

/** Entities that say something wrong, or something that means nothing, and one that says it all. */
public final class Broken {
  private Broken() {}

  /** A key of two texts; what is wrong is in the subclasses. */
  @DynamoDbBean
  public static class Keyed {
    private String id = "";

    @DynamoDbPartitionKey
    public String getId() {
      return id;
    }

    public void setId(String id) {
      this.id = id;
    }
  }

  /** No attribute says that it is the time. */
  @DynamoDbBean
  @TimeSeries(period = Period.DAY, since = "2026-11-01")
  public static class WithoutTime extends Keyed {}

  /** The time is no key. */
  @DynamoDbBean
  @TimeSeries(period = Period.DAY, since = "2026-11-01")
  public static class OutsideTheKey extends Keyed {
    private String at = "";

    @SeriesTime
    public String getAt() {
      return at;
    }

    public void setAt(String at) {
      this.at = at;
    }
  }

  /** Two times, each at a getter, and one at its setter too, in another format. */
  @DynamoDbBean
  @TimeSeries(period = Period.DAY, since = "2026-11-01")
  public static class TwoTimes {
    private String from = "";
    private String to = "";

    @DynamoDbPartitionKey
    @SeriesTime
    public String getFrom() {
      return from;
    }

    @SeriesTime(before = "#")
    public void setFrom(String from) {
      this.from = from;
    }

    @DynamoDbSortKey
    @SeriesTime
    public String getTo() {
      return to;
    }

    public void setTo(String to) {
      this.to = to;
    }
  }

  /** A number that does not say which. */
  @DynamoDbBean
  @TimeSeries(period = Period.DAY, since = "2026-11-01")
  public static class SomeNumber extends Keyed {
    private long at;

    @DynamoDbSortKey
    @SeriesTime
    public long getAt() {
      return at;
    }

    public void setAt(long at) {
      this.at = at;
    }
  }

  /** A text that says that it is a number. */
  @DynamoDbBean
  @TimeSeries(period = Period.DAY, since = "2026-11-01")
  public static class SomeText extends Keyed {
    private String at = "";

    @DynamoDbSortKey
    @SeriesTime(format = TimeFormat.EPOCH_SECONDS)
    public String getAt() {
      return at;
    }

    public void setAt(String at) {
      this.at = at;
    }
  }

  /** A delimiter that could be part of a time, and texts that do not parse. */
  @DynamoDbBean
  @TimeSeries(
      period = Period.DAY,
      since = "last year",
      prefix = "days of ",
      lateness = "2h",
      futureTolerance = "soon",
      prebuild = "P1")
  public static class Misspelt extends Keyed {
    private String at = "";

    @DynamoDbSortKey
    @SeriesTime(before = "-")
    public String getAt() {
      return at;
    }

    public void setAt(String at) {
      this.at = at;
    }
  }

  /** No member sets the start of the series. */
  @DynamoDbBean
  @TimeSeries(period = Period.HOUR)
  public static class WithoutSince extends Keyed {
    private String at = "";

    @DynamoDbSortKey
    @SeriesTime(before = "#")
    public String getAt() {
      return at;
    }

    public void setAt(String at) {
      this.at = at;
    }
  }

  /** The time lies in a document. */
  @DynamoDbBean
  @TimeSeries(period = Period.DAY, since = "2026-11-01")
  public static class Nesting extends Keyed {
    private When when = new When();

    public When getWhen() {
      return when;
    }

    public void setWhen(When when) {
      this.when = when;
    }
  }

  /** A time to be nested, or flattened. */
  @DynamoDbBean
  public static class When {
    private String at = "";

    @SeriesTime
    public String getAt() {
      return at;
    }

    public void setAt(String at) {
      this.at = at;
    }
  }

  /** The time lies in a class that is flattened, and is right there. */
  @DynamoDbBean
  @TimeSeries(period = Period.DAY, since = "2026-11-01")
  public static class Flattening extends Keyed {
    private SortedWhen when = new SortedWhen();

    @DynamoDbFlatten
    public SortedWhen getWhen() {
      return when;
    }

    public void setWhen(SortedWhen when) {
      this.when = when;
    }
  }

  /** A time that is the sort key of whatever it is flattened into. */
  @DynamoDbBean
  public static class SortedWhen {
    private String at = "";

    @DynamoDbSortKey
    @SeriesTime(before = "#")
    public String getAt() {
      return at;
    }

    public void setAt(String at) {
      this.at = at;
    }
  }
}
